// Commands that set the run up, and those that a service sends in the name of a user.
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 6;

/**
 * @returns {Promise<{ run: Function, charge: Function, close: () => Promise<void> }>} `run` asks again while the machine
 *   is too busy: all its commands may be repeated; `charge` says undefined for what is not known
 */
export async function openLauncherRpc(environment, county) {
  const [{ readConfig }, { RpcClient, systemActor }] = await Promise.all([
    import('@portal/infra/config'),
    import('@portal/infra/rpc'),
  ]);
  const { redisUrl, redisNamespace: namespace, rpcSecret, sealingPublicKey } = readConfig(environment);
  const rpc = new RpcClient({ caller: 'search', redisUrl, namespace, rpcSecret, sealingPublicKey });
  await rpc.ready();
  const launcher = systemActor(county, 'launcher');
  const run = async (contract, input) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await rpc.callOrThrow(contract, input, { actor: launcher });
      } catch (error) {
        if (tried === TRIES || !error.code?.startsWith('SERVICE_')) throw error;
        await sleep(500 * tried);
      }
    }
  };
  const charge = async (contract, input, actor) => {
    for (let tried = 1; tried <= TRIES; tried += 1) {
      const answer = await rpc.call(contract, input, { actor, deadlineMs: 8_000 });
      if (answer.ok) return answer.value.outcome;
      await sleep(300 * tried);
    }
    return undefined;
  };
  return { run, charge, close: () => rpc.onApplicationShutdown() };
}
