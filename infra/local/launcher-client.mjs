/**
 * Sends commands to the running services as the launcher, and closes the connection after `work`.
 * @template T
 * @param {Record<string, string>} environment this process's part of the launcher's environment (`environmentOf`)
 * @param {(o: { rpc: import('@portal/infra/rpc').RpcClient, config: import('@portal/infra/config').Config }) =>
 * Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLauncherClient(environment, work) {
  const [{ needsOf, readConfig }, { RpcClient }] = await Promise.all([
    import('@portal/infra/config'),
    import('@portal/infra/rpc'),
  ]);
  const config = readConfig(environment, needsOf('launcher'));
  const { redisUrl, redisNamespace: namespace, keys, sealingPublicKey } = config;
  const rpc = new RpcClient({ caller: 'launcher', redisUrl, namespace, keys, sealingPublicKey });
  try {
    await rpc.ready();
    return await work({ rpc, config });
  } finally {
    await rpc.onApplicationShutdown();
  }
}
