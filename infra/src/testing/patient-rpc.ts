import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '@portal/proto/result';
import type { Contract, Input, Output } from '@portal/proto/rpc/contract';
import { type CallOptions, type FailureOf, type RpcClient, RpcFailure } from '../rpc/index.js';

const BUSY: readonly string[] = ['SERVICE_UNAVAILABLE', 'SERVICE_TIMEOUT'];

/**
 * Repeats commands while the machine is too busy to answer. Use it only for commands that are safe to repeat. After
 * `patienceMs`, no command is tried again.
 */
export class PatientRpc {
  constructor(
    private readonly rpc: RpcClient,
    private readonly patienceMs = 10_000,
  ) {}

  async call<C extends Contract>(
    contract: C,
    input: Input<C>,
    o: CallOptions,
  ): Promise<Result<Output<C>, FailureOf<C>>> {
    for (const until = Date.now() + this.patienceMs; ; await sleep(100)) {
      const answer = await this.rpc.call(contract, input, o);
      if (answer.ok || !BUSY.includes(answer.code) || Date.now() > until) return answer;
    }
  }

  /** @throws RpcFailure with the code */
  async callOrThrow<C extends Contract>(contract: C, input: Input<C>, o: CallOptions): Promise<Output<C>> {
    const answer = await this.call(contract, input, o);
    if (!answer.ok) throw new RpcFailure(contract.name, answer);
    return answer.value;
  }

  close(): Promise<void> {
    return this.rpc.onApplicationShutdown();
  }
}
