import { daysAgo, instantOf, type Clock } from '@portal/infra/clock';
import type { UserPurge } from '@portal/proto/http/purges';

/** An automatic purge begins at this time of the county's clock (DECISIONS.md#panel-20). */
export const PURGE_TIME = '02:00';

/** The users whom a purge finds: those whose last sign-in was before a point in time. */
export interface Reach {
  /** The day in the county, as YYYY-MM-DD, since which these users have not signed in. */
  readonly since: string;
  /** The time at which the day `since` began. */
  readonly signedInBefore: Date;
}

export const reachSince = (timeZone: string, since: string): Reach => ({
  since,
  signedInBefore: instantOf(timeZone, since, '00:00'),
});

/** The users whose last sign-in was at least `days` calendar days ago in the county. */
export const reachAfterDays = (timeZone: string, days: number, clock: Clock): Reach =>
  reachSince(timeZone, daysAgo(timeZone, days - 1, clock));

/** Returns the counts of kept users by reason, increased by these outcomes. */
export function withKept(
  kept: UserPurge['kept'],
  outcomes: readonly (keyof UserPurge['kept'])[],
): UserPurge['kept'] {
  const counts = { ...kept };
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export const archiveKey = (county: string, purge: string): string => `${county}/purges/users/${purge}.jsonl`;
