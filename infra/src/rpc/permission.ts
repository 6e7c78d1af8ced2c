import type { Contract } from '@portal/proto/rpc/contract';
import type { DirectRequest } from './direct-calls.js';
import { isPerson } from './voucher.js';

const FRONT_DOOR = 'gateway';

/**
 * Why this command is refused although its caller's signature is valid; undefined when it is allowed. A person needs a
 * voucher from the identity service, and a visitor must come through the gateway. The contract says whether a process
 * may send the command for itself, and whether staff may send it in an account view.
 */
export function whyRefused(
  contract: Contract,
  { header, actor }: Pick<DirectRequest, 'header' | 'actor'>,
): string | undefined {
  const { caller } = header;
  const isAmong = (names: readonly string[]): boolean => names.includes(caller);
  if (actor.role === 'SYSTEM') {
    if (actor.username !== `system:${caller}` || actor.user !== null)
      return `${caller} is not ${actor.username}`;
    return isAmong(contract.system) ? undefined : `${caller} may not send ${contract.name} for itself`;
  }
  if (actor.viewing && contract.inView === undefined) return `a view may not send ${contract.name}`;
  if (!isAmong(contract.callers)) return `${caller} may not send ${contract.name}`;
  if (isPerson(actor)) return actor.voucher === undefined ? 'nobody vouches for the actor' : undefined;
  const isNobody = actor.user === null && actor.account === null && actor.session === null;
  return caller === FRONT_DOOR && isNobody ? undefined : `${caller} has no visitors`;
}
