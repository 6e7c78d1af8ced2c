import { daysAgo, instantOf, type Clock } from '@portal/infra/clock';
import type { UserPurge } from '@portal/proto/http/purges';

/** The time on the county's clock at which automatic purges begin (DECISIONS.md#panel-20). */
export const PURGE_TIME = '02:00';

/** Says which users a purge finds: users whose last sign-in was before a point in time. */
export interface Reach {
  /** The first day of the period in which these users have not signed in: YYYY-MM-DD, in the county's time zone. */
  readonly since: string;
  /** The time at which the day `since` began. */
  readonly signedInBefore: Date;
}

export const reachSince = (timeZone: string, since: string): Reach => ({
  since,
  signedInBefore: instantOf(timeZone, since, '00:00'),
});

/** Selects the users whose last sign-in was at least `days` calendar days ago in the county. */
export const reachAfterDays = (timeZone: string, days: number, clock: Clock): Reach =>
  reachSince(timeZone, daysAgo(timeZone, days - 1, clock));

/** Adds these outcomes to the numbers of kept users by reason, and returns the new numbers. */
export function withKept(
  kept: UserPurge['kept'],
  outcomes: readonly (keyof UserPurge['kept'])[],
): UserPurge['kept'] {
  const counts = { ...kept };
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export const archiveKey = (county: string, purge: string): string => `${county}/purges/users/${purge}.jsonl`;
