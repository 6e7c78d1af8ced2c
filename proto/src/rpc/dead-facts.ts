import * as z from 'zod/mini';
import { deadFactGroup, settledFacts } from '../http/monitoring.js';
import { type Contract, rpc } from './contract.js';
import { changeReason } from './section-plans.js';

/** The services that read facts (events). Each of them may have facts that it could not apply. */
export const factServices = [
  'admin-config',
  'billing',
  'identity',
  'imaging',
  'payments',
  'reports',
  'search',
] as const;

const contractsOf = (service: string) => ({
  /**
   * Facts (events) of the actor's county that the service could not apply, in groups, the oldest first. TRIMIN only.
   */
  list: rpc(`${service}.list-dead-facts.v1`, {
    input: z.object({}),
    output: z.array(deadFactGroup),
    errors: ['NOT_FOUND'],
    reads: true,
  }),
  /**
   * AGAIN makes the service apply a group again within seconds. DISCARD deletes the group; without a reason →
   * INVALID_INPUT at `reason`. Facts that failed after `last` are not touched. TRIMIN only.
   */
  settle: rpc(`${service}.settle-dead-facts.v1`, {
    input: z.object({
      consumer: z.string(),
      type: z.string(),
      failure: z.string(),
      last: deadFactGroup.shape.last,
      action: z.enum(['AGAIN', 'DISCARD']),
      reason: changeReason,
    }),
    output: settledFacts,
    errors: ['NOT_FOUND', 'INVALID_INPUT'],
  }),
});
export type DeadFactContracts = ReturnType<typeof contractsOf>;

/** For each service in `factServices`, its two commands for dead facts; `infra/src/events` serves them. */
export const deadFacts: ReadonlyMap<string, DeadFactContracts> = new Map(
  factServices.map((service) => [service, contractsOf(service)]),
);

/** The two contracts of a service, to be added to its list of contracts. */
export const deadFactContractsOf = (service: (typeof factServices)[number]): Contract[] =>
  Object.values(deadFacts.get(service) ?? {});
