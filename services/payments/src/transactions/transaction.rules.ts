import { instantOf } from '@portal/infra/clock';
import type { Actor } from '@portal/proto/rpc/actor';
import type { TransactionScope } from '@portal/proto/rpc/transactions';
import { actorText } from '../balances/balance.service.js';
import { standingOf } from '../payers/standing.rules.js';

/**
 * Selects the entries of a statement of account. At most one of the fields is set; if both are null, the statement has
 * all entries of the county.
 */
export interface Whose {
  /** The actor in the form in which the ledger stores actors. */
  readonly actor: string | null;
  readonly account: string | null;
}

/**
 * Returns the selection of entries for an actor who asks for a scope; undefined if the actor may not see these entries
 * (A12-38 to A12-41).
 */
export function whoseEntries(actor: Actor, scope: TransactionScope): Whose | undefined {
  const { account, user } = actor;
  const { isStaff, isMember, isAdministrator } = standingOf(actor);
  if (user === null || !(isStaff || isMember)) return undefined;
  if (scope === 'USER') return { actor: actorText(actor), account: null };
  if (scope === 'COUNTY') return isStaff ? { actor: null, account: null } : undefined;
  return isAdministrator && account !== null ? { actor: null, account } : undefined;
}

/** A period as two instants: the first instant of a day, and the first instant after the last day. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * Returns the period from the first instant of one day to the end of another, in the county's time zone.
 * @param from the first day, as YYYY-MM-DD
 * @param to the last day, as YYYY-MM-DD
 */
export const spanOf = (timeZone: string, from: string, to: string): Span => ({
  from: instantOf(timeZone, from, '00:00'),
  until: instantOf(timeZone, dayAfter(to), '00:00'),
});

/** Returns the beginnings of today, this month and this year in a county, and the end of today. */
export const currentSpans = (timeZone: string, today: string) => ({
  today: instantOf(timeZone, today, '00:00'),
  month: instantOf(timeZone, `${today.slice(0, 8)}01`, '00:00'),
  year: instantOf(timeZone, `${today.slice(0, 5)}01-01`, '00:00'),
  until: spanOf(timeZone, today, today).until,
});
