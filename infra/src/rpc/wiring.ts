import { type Contract, serviceOf } from '@portal/proto/rpc/contract';

/**
 * The service's handlers and contracts do not match, so the process must not start
 * (infra/DESIGN.md#rules-that-boot-and-tests-enforce).
 */
export class WiringError extends Error {
  override readonly name = 'WiringError';
}

/**
 * Checks that every contract of the service has exactly one handler, and that every handler has a contract of the
 * service.
 * @param handled the contract name of each handler; a name occurs once for each of its handlers
 */
export function checkWiring(
  service: string,
  contracts: readonly Contract[],
  handled: readonly string[],
): void {
  const own = contracts.filter((contract) => serviceOf(contract) === service).map(({ name }) => name);
  const missing = own.filter((name) => !handled.includes(name));
  const doubled = [...new Set(handled.filter((name, at) => handled.indexOf(name) !== at))];
  const strange = handled.filter((name) => !own.includes(name));
  const faults = [
    ...missing.map((name) => `no handler for ${name}`),
    ...doubled.map((name) => `more than one handler for ${name}`),
    ...strange.map((name) => `handler for ${name}, which is not a contract of ${service}`),
  ];
  if (faults.length > 0) throw new WiringError(`${service}: ${faults.join('; ')}`);
}
