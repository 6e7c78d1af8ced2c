import { isStaff } from '@portal/proto/roles';
import { truncated, placeOf } from '@portal/infra/client-address';
import type { Visit } from '../session/visit.js';

const MINUTE = 60;
const DAY = 86_400;

/** A limit on how many different things a visitor may see in a number of seconds. */
export interface Share {
  readonly things: number;
  readonly seconds: number;
}

/**
 * The number of different pages that may be viewed unpaid (S36). A page counts once per period, however often and in
 * whatever size it is shown, so going back, zooming and prefetching are not counted again. Guests share one user, so
 * each guest session has its own limit; a person who opens many sessions reaches the limit of the network.
 */
export const readingShares = {
  guest: [
    { things: 30, seconds: MINUTE },
    { things: 500, seconds: DAY },
  ],
  user: [
    { things: 300, seconds: MINUTE },
    { things: 5_000, seconds: DAY },
  ],
  account: [{ things: 20_000, seconds: DAY }],
  network: [
    { things: 600, seconds: MINUTE },
    { things: 20_000, seconds: DAY },
  ],
} as const satisfies Shares;

/**
 * The number of different searches that may be run (S36). Repeating a search, paging through its results and sorting
 * them differently are not counted again.
 */
export const searchingShares = {
  guest: [
    { things: 60, seconds: MINUTE },
    { things: 1_000, seconds: DAY },
  ],
  user: [
    { things: 60, seconds: MINUTE },
    { things: 2_000, seconds: DAY },
  ],
  account: [{ things: 10_000, seconds: DAY }],
  network: [
    { things: 600, seconds: MINUTE },
    { things: 20_000, seconds: DAY },
  ],
} as const satisfies Shares;

/**
 * The number of different records whose details may be opened; it equals the number of different pages that may be
 * viewed unpaid.
 */
export const recordShares: Shares = readingShares;

type Holder = 'guest' | 'user' | 'account' | 'network';
export type Shares = Readonly<Record<Holder, readonly Share[]>>;

/** A limit, and the key of the user, account, guest session or network to which it applies. */
export interface Allowance extends Share {
  readonly holder: string;
}

/** Returns all limits that apply to a visitor. No limits apply to staff, even while they view an account. */
export const allowancesOf = (
  { session, county, address }: Visit,
  table: Shares = readingShares,
): Allowance[] => {
  const { role, user, account } = session?.actor ?? { role: 'ANONYMOUS', user: null, account: null };
  if (session?.actor.viewing || (role !== 'ANONYMOUS' && role !== 'SYSTEM' && isStaff(role))) return [];
  const shares = (kind: Holder, id: string): Allowance[] =>
    table[kind].map((share) => ({ ...share, holder: `${county.id}:${kind}:${id}` }));
  const person =
    role === 'GUEST' ? shares('guest', session?.actor.session ?? '') : shares('user', user ?? '');
  const network = shares('network', truncated(placeOf(address)));
  return role === 'GUEST' || account === null
    ? [...person, ...network]
    : [...person, ...shares('account', account), ...network];
};

/**
 * This many document numbers in order, with small gaps, count as a walk through the documents by a program, because
 * people do not read so many in order.
 */
export const walkAfter = 100;
export const widestStep = 3;
