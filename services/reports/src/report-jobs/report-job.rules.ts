const DAY_MS = 86_400_000;

/** Returns the time at which the file of a job that is ready now expires (DECISIONS.md#report-12, #report-20). */
export const keptUntil = (now: Date, { schedule }: { schedule: string | null }): Date =>
  new Date(now.getTime() + (schedule === null ? 3 : 7) * DAY_MS);

/** Returns the time at which a job that begins now is removed if it is still unfinished. */
export const givenUpAt = (now: Date): Date => new Date(now.getTime() + 7 * DAY_MS);
