// `npm start`: all services and the gateway inside the launcher's process, over the same Redis streams as elsewhere.
import { loadGateway, loadServices } from './service-modules.mjs';

/**
 * Starts everything and resolves when the gateway listens.
 * @param {Record<string, string>} environment becomes this process's own, for infra's config to read
 * @returns {Promise<{ stop: () => Promise<void>, probesPort: number }>} where /live, /ready, /version, /metrics answer
 */
export async function startInThisProcess(environment) {
  Object.assign(process.env, environment);
  const [{ startServiceInProcess }, { startServiceHttp }, { readConfig }, services, gateway] =
    await Promise.all([
      import('@portal/infra/rpc'),
      import('@portal/infra/metrics'),
      import('@portal/infra/config'),
      loadServices(),
      loadGateway(),
    ]);
  const running = [];
  // The gateway goes first, so that nobody asks a service that is draining.
  const stop = async () => {
    for (const group of [running.splice(services.length), running.splice(0)]) {
      await Promise.all(group.map((part) => part.close()));
    }
  };
  try {
    running.push(
      ...(await Promise.all(services.map(({ name, module }) => startServiceInProcess(name, module)))),
    );
    running.push(await gateway.startGateway());
    const probes = await startServiceHttp(readConfig(), { service: 'portal', parts: [...running] });
    running.push(probes);
    return { stop, probesPort: probes.port };
  } catch (error) {
    await Promise.allSettled(running.map((part) => part.close()));
    throw error;
  }
}
