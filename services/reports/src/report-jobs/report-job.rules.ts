const DAY_MS = 86_400_000;

/** If a job becomes ready now, its file is kept until this time (DECISIONS.md#report-12, #report-20). */
export const keptUntil = (now: Date, { schedule }: { schedule: string | null }): Date =>
  new Date(now.getTime() + (schedule === null ? 3 : 7) * DAY_MS);

/** If a job begins now, it is removed at this time unless it is ready. */
export const givenUpAt = (now: Date): Date => new Date(now.getTime() + 7 * DAY_MS);
