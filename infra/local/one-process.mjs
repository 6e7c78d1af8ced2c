// `npm start`: all services and the gateway inside the launcher's process. Commands that only read call their service
// directly. All other commands go over the Redis streams, as between separate processes.
import { environmentOf } from './process-environment.mjs';
import { loadGateway, loadServices } from './service-modules.mjs';

/**
 * Starts all services and the gateway, and resolves when the gateway listens.
 * @param {Record<string, string>} environment the launcher's; each part gets what it would get as a separate process
 * @returns {Promise<{ stop: () => Promise<void>, probesPort: number }>} `probesPort` answers /live, /ready, /version
 * and /metrics
 */
export async function startInThisProcess(environment) {
  // process.env needs the variables too, because some are not read through `readConfig`, such as the log level
  Object.assign(process.env, environmentOf(environment, 'gateway'));
  const [
    { startServiceInProcess },
    { startTracing },
    { startServiceHttp },
    { needsOf, readConfig },
    services,
    gateway,
  ] = await Promise.all([
    import('@portal/infra/rpc'),
    import('@portal/infra/tracing'),
    import('@portal/infra/metrics'),
    import('@portal/infra/config'),
    loadServices(),
    loadGateway(),
  ]);
  const configOf = (name) => ({
    ...readConfig(environmentOf(environment, name), needsOf(name)),
    oneProcess: true,
  });
  const endTraces = await startTracing('portal', configOf('gateway'));
  const running = [];
  // Stops the gateway first, so that no request reaches a service that is stopping.
  const stop = async () => {
    for (const group of [running.splice(services.length), running.splice(0)]) {
      await Promise.all(group.map((part) => part.close()));
    }
    await endTraces();
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
