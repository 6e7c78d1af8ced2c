import { isStaff } from '@portal/proto/roles';
import { truncated, placeOf } from '@portal/infra/client-address';
import type { Visit } from '../session/visit.js';

const MINUTE = 60;
const DAY = 86_400;

/** So many different pages in so many seconds. */
export interface Share {
  readonly pages: number;
  readonly seconds: number;
}

/**
 * Different pages that may be looked at before they are paid for (S36). A page counts once in its time, however often
 * and in whatever size it is shown: going back and forth, zooming and fetching ahead cost nothing more. Guests share
 * one user, so each of their sessions has a share of its own; whoever opens sessions by the dozen meets the network's.
 */
export const readingShares = {
  guest: [
    { pages: 30, seconds: MINUTE },
    { pages: 500, seconds: DAY },
  ],
  user: [
    { pages: 300, seconds: MINUTE },
    { pages: 5_000, seconds: DAY },
  ],
  account: [{ pages: 20_000, seconds: DAY }],
  network: [
    { pages: 600, seconds: MINUTE },
    { pages: 20_000, seconds: DAY },
  ],
} as const satisfies Record<string, readonly Share[]>;

/** A share and whose it is. */
export interface Allowance extends Share {
  readonly holder: string;
}

/** All that a look at a page is counted against; staff reads as much as it likes. */
export const allowancesOf = ({ session, county }: Visit, address: string): Allowance[] => {
  const { role, user, account } = session?.actor ?? { role: 'ANONYMOUS', user: null, account: null };
  if (role !== 'ANONYMOUS' && role !== 'SYSTEM' && isStaff(role)) return [];
  const shares = (kind: keyof typeof readingShares, id: string): Allowance[] =>
    readingShares[kind].map((share) => ({ ...share, holder: `${county.id}:${kind}:${id}` }));
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
