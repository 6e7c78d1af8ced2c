const DAY_MS = 86_400_000;

/** Returns when the file of a job expires if the job is ready now (DECISIONS.md#report-12, #report-20). */
export const keptUntil = (now: Date, { schedule }: { schedule: string | null }): Date =>
  new Date(now.getTime() + (schedule === null ? 3 : 7) * DAY_MS);

/** Returns when an unfinished job is removed if it begins now. */
export const givenUpAt = (now: Date): Date => new Date(now.getTime() + 7 * DAY_MS);
