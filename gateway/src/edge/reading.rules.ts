import { isStaff } from '@portal/proto/roles';
import { truncated, placeOf } from '@portal/infra/client-address';
import type { Visit } from '../session/visit.js';

const MINUTE = 60;
const DAY = 86_400;

/** So many different things in so many seconds. */
export interface Share {
  readonly things: number;
  readonly seconds: number;
}

/**
 * Different pages that may be looked at before they are paid for (S36). A page counts once in its time, however often
 * and in whatever size it is shown: going back and forth, zooming and fetching ahead cost nothing more. Guests share
 * one user, so each of their sessions has a share of its own; whoever opens sessions by the dozen meets the network's.
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
 * Different searches (S36): the same one again, its pages and batches, its other order cost nothing more.
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

/** Different records whose details are opened: as many as pages, for each has some. */
export const recordShares: Shares = readingShares;

type Holder = 'guest' | 'user' | 'account' | 'network';
export type Shares = Readonly<Record<Holder, readonly Share[]>>;

/** A share and whose it is. */
export interface Allowance extends Share {
  readonly holder: string;
}

/** All that a look is counted against; staff reads as much as it likes. */
export const allowancesOf = (
  { session, county, address }: Visit,
  table: Shares = readingShares,
): Allowance[] => {
  const { role, user, account } = session?.actor ?? { role: 'ANONYMOUS', user: null, account: null };
  if (role !== 'ANONYMOUS' && role !== 'SYSTEM' && isStaff(role)) return [];
  const shares = (kind: Holder, id: string): Allowance[] =>
    table[kind].map((share) => ({ ...share, holder: `${county.id}:${kind}:${id}` }));
  const person =
    role === 'GUEST' ? shares('guest', session?.actor.session ?? '') : shares('user', user ?? '');
  const network = shares('network', truncated(placeOf(address)));
  return role === 'GUEST' || account === null
    ? [...person, ...network]
    : [...person, ...shares('account', account), ...network];
};

/** Document numbers one after the other, with small gaps, that nobody reads for their own sake. */
export const walkAfter = 100;
export const widestStep = 3;
