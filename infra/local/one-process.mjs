// `npm start`: all services and the gateway inside the launcher's process. Reads go to their service directly, all
// other commands over the same Redis streams as elsewhere.
import { environmentOf } from './process-environment.mjs';
import { loadGateway, loadServices } from './service-modules.mjs';

/**
 * Starts everything and resolves when the gateway listens.
 * @param {Record<string, string>} environment the launcher's; each part gets what it would get as a process of its own
 * @returns {Promise<{ stop: () => Promise<void>, probesPort: number }>} where /live, /ready, /version, /metrics answer
 */
export async function startInThisProcess(environment) {
  // what is read before and beside the configuration: the level of the log
  Object.assign(process.env, environmentOf(environment, 'gateway'));
  const [{ startServiceInProcess }, { startServiceHttp }, { needsOf, readConfig }, services, gateway] =
    await Promise.all([
      import('@portal/infra/rpc'),
      import('@portal/infra/metrics'),
      import('@portal/infra/config'),
      loadServices(),
      loadGateway(),
    ]);
  const configOf = (name) => ({
    ...readConfig(environmentOf(environment, name), needsOf(name)),
    oneProcess: true,
  });
  const running = [];
  // The gateway goes first, so that nobody asks a service that is draining.
  const stop = async () => {
    for (const group of [running.splice(services.length), running.splice(0)]) {
      await Promise.all(group.map((part) => part.close()));
    }
  };
  try {
    running.push(
      ...(await Promise.all(
        services.map(({ name, module }) => startServiceInProcess(name, module, { config: configOf(name) })),
      )),
    );
    const config = configOf('gateway');
    running.push(await gateway.startGateway(config));
    const probes = await startServiceHttp(config, { service: 'portal', parts: [...running] });
    running.push(probes);
    return { stop, probesPort: probes.port };
  } catch (error) {
    await Promise.allSettled(running.map((part) => part.close()));
    throw error;
  }
}
