import type { Contract } from '@portal/proto/rpc/contract';
import { counter, histogram } from './registry.js';

const answered = counter({
  ...{ name: 'commands_total', help: 'Commands that a service has answered' },
  labelNames: ['service', 'contract', 'lane', 'outcome'] as const,
});
const durations = histogram({
  ...{ name: 'command_duration_seconds', help: 'How long a service worked on a command' },
  labelNames: ['service', 'lane'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
});

/**
 * `refused`: an error code that the contract names; `failed`: the service is busy, too slow, unavailable or defective.
 */
export type CommandOutcome = 'ok' | 'refused' | 'failed';

/** @param ms milliseconds that the handler took, without the wait in the lane */
export function noteCommand(
  service: string,
  { name, lane }: Pick<Contract, 'name' | 'lane'>,
  outcome: CommandOutcome,
  ms: number,
): void {
  answered.inc({ service, contract: name, lane, outcome });
  durations.observe({ service, lane }, ms / 1_000);
}
