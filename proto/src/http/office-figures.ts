import * as z from 'zod/mini';

/** Number of days on the home page of staff, including today. */
export const figureDays = 7;

/** One day of the county. */
export const officeDay = z.object({
  /** YYYY-MM-DD. */
  date: z.string(),
  /** Number of charged lines of the purchase log; payments into accounts do not count. */
  purchases: z.int(),
  /** Charges minus refunds, in cents. */
  sales: z.int(),
  searches: z.int(),
  signIns: z.int(),
  failedSignIns: z.int(),
});
export type OfficeDay = z.infer<typeof officeDay>;

/** GET report/figures: the last days, oldest first. The last day is today, whose figures are not complete. */
export const officeFigures = z.object({ days: z.array(officeDay) });
export type OfficeFigures = z.infer<typeof officeFigures>;
