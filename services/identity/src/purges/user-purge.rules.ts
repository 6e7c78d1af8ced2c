import { daysAgo, instantOf, type Clock } from '@portal/infra/clock';
import type { UserPurge } from '@portal/proto/http/purges';

/** The night's work begins at this time of the county (DECISIONS.md#panel-20). */
export const PURGE_TIME = '02:00';

/** A purge finds users whose last sign-in is before an instant. */
export interface Reach {
  /** The county's day since which they have not signed in, YYYY-MM-DD. */
  readonly since: string;
  /** When that day began. */
  readonly signedInBefore: Date;
}

export const reachSince = (timeZone: string, since: string): Reach => ({
  since,
  signedInBefore: instantOf(timeZone, since, '00:00'),
});

/** Users whose last sign-in was at least `days` calendar days of the county ago. */
export const reachAfterDays = (timeZone: string, days: number, clock: Clock): Reach =>
  reachSince(timeZone, daysAgo(timeZone, days - 1, clock));

/** Adds users who stay to the counts by reason. */
export function withKept(
  kept: UserPurge['kept'],
  outcomes: readonly (keyof UserPurge['kept'])[],
): UserPurge['kept'] {
  const counts = { ...kept };
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export const archiveKey = (county: string, purge: string): string => `${county}/purges/users/${purge}.jsonl`;
