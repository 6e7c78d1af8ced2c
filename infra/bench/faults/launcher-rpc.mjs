// Sends commands to the services of a product under test. The harness signs most commands as the launcher, and some as
// the search service or the imaging service.
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentOf } from '../../local/process-environment.mjs';
import { processKeys } from '../../local/process-keys.mjs';

const TRIES = 6;

/**
 * A client that signs as one process. It also has the key of the identity service, because the harness issues its own
 * vouchers.
 */
async function openAs(name, environment) {
  const [{ needsOf, readConfig }, { RpcClient }] = await Promise.all([
    import('@portal/infra/config'),
    import('@portal/infra/rpc'),
  ]);
  const keys = processKeys(environment.PROCESS_SECRET, [name, 'identity']);
  const config = readConfig({ ...environmentOf(environment, name), ...keys }, needsOf(name));
  const { redisUrl, redisNamespace: namespace, sealingPublicKey } = config;
  const rpc = new RpcClient({ caller: name, redisUrl, namespace, keys: config.keys, sealingPublicKey });
  await rpc.ready();
  return { rpc, keys: config.keys };
}

/**
 * @returns {Promise<{ run: Function, charge: Function, send: Function, close: () => Promise<void> }>} `run` tries again
 * while the machine is too busy, which is safe because all its commands may be repeated; `charge` returns undefined if
 * the outcome is unknown; `send` sends a command as the imaging service would, and returns OK, UNKNOWN or the error
 * code
 */
export async function openLauncherRpc(environment, county) {
  const { systemActor, vouch } = await import('@portal/infra/rpc');
  const [launcher, search, imaging] = await Promise.all(
    ['launcher', 'search', 'imaging'].map((name) => openAs(name, environment)),
  );
  const actor = systemActor(county, 'launcher');
  const run = async (contract, input) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await launcher.rpc.callOrThrow(contract, input, { actor });
      } catch (error) {
        if (tried === TRIES || !error.code?.startsWith('SERVICE_')) throw error;
        await sleep(500 * tried);
      }
    }
  };
  const charge = async (contract, input, person) => {
    for (let tried = 1; tried <= TRIES; tried += 1) {
      const vouched = vouch(search.keys, person);
      const answer = await search.rpc.call(contract, input, { actor: vouched, deadlineMs: 8_000 });
      if (answer.ok) return answer.value.outcome;
      await sleep(300 * tried);
    }
    return undefined;
  };
  const office = systemActor(county, 'imaging');
  const send = async (contract, input) => {
    const answer = await imaging.rpc.call(contract, input, { actor: office, deadlineMs: 8_000 });
    if (answer.ok) return 'OK';
    return answer.code.startsWith('SERVICE_') ? 'UNKNOWN' : answer.code;
  };
  const close = () => Promise.all([launcher, search, imaging].map(({ rpc }) => rpc.onApplicationShutdown()));
  return { run, charge, send, close };
}
