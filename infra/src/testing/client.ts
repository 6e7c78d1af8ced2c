import type { Actor } from '@portal/proto/rpc/actor';
import type { Contract } from '@portal/proto/rpc/contract';
import { RpcClient, vouch, type RpcClientOptions } from '../rpc/index.js';
import type { Config } from '../config/index.js';

/**
 * Sends commands as the gateway, or as another caller if the contract does not allow the gateway. Adds vouchers for the
 * persons that a test invents. A command whose actor is a process (`system:payments`) is signed by that process.
 */
export class TestRpcClient extends RpcClient {
  constructor(private readonly options: RpcClientOptions) {
    super(options);
  }

  protected override speaker(contract: Contract, actor: Actor): { caller: string; actor: Actor } {
    const { keys } = this.options;
    const [first = this.options.caller] = contract.callers;
    const caller = contract.callers.some((name) => name === this.options.caller)
      ? this.options.caller
      : first;
    if (actor.role === 'SYSTEM') {
      const [, name = 'launcher'] = /^system:(.+)$/.exec(actor.username) ?? [];
      return { caller: name, actor: { ...actor, user: null, username: `system:${name}` } };
    }
    if (actor.role === 'ANONYMOUS')
      return { caller, actor: { ...actor, user: null, account: null, session: null } };
    if (actor.voucher !== undefined || !keys.holds('identity')) return { caller, actor };
    return { caller, actor: vouch(keys, actor) };
  }
}

/** Connects a client for tests. */
export async function testClient(
  { redisUrl, redisNamespace: namespace, keys, sealingPublicKey, oneProcess = false }: Config,
  over: Partial<RpcClientOptions> = {},
): Promise<RpcClient> {
  const own = { redisUrl, namespace, keys, sealingPublicKey, oneProcess };
  const options = { caller: 'gateway', ...own, ...over };
  const client = new TestRpcClient(options);
  await client.ready();
  return client;
}
