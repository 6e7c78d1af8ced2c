// Commands that set the run up. All may be repeated, so a machine that is too busy is asked again.
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 6;

/** @returns {Promise<{ run: (contract: object, input: object) => Promise<unknown>, close: () => Promise<void> }>} */
export async function openLauncherRpc({ REDIS_URL, RPC_SECRET, REDIS_NAMESPACE }, county) {
  const { RpcClient, systemActor } = await import('@portal/infra/rpc');
  const namespace = REDIS_NAMESPACE ?? 'portal';
  const rpc = new RpcClient({ caller: 'launcher', redisUrl: REDIS_URL, namespace, rpcSecret: RPC_SECRET });
  await rpc.ready();
  const actor = systemActor(county, 'launcher');
  const run = async (contract, input) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await rpc.callOrThrow(contract, input, { actor });
      } catch (error) {
        if (tried === TRIES || !error.code?.startsWith('SERVICE_')) throw error;
        await sleep(500 * tried);
      }
    }
  };
  return { run, close: () => rpc.onApplicationShutdown() };
}
