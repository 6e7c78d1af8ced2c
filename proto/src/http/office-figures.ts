import * as z from 'zod/mini';

/** Days of the figures on the home page of staff, today included. */
export const figureDays = 7;

/** One day of the county. */
export const officeDay = z.object({
  /** YYYY-MM-DD. */
  date: z.string(),
  /** Lines that were charged, and their sum in cents; payments into accounts are none. */
  purchases: z.int(),
  sales: z.int(),
  searches: z.int(),
  signIns: z.int(),
  failedSignIns: z.int(),
});
export type OfficeDay = z.infer<typeof officeDay>;

/** GET report/figures: the last days, oldest first; the last one is today, so far. */
export const officeFigures = z.object({ days: z.array(officeDay) });
export type OfficeFigures = z.infer<typeof officeFigures>;
