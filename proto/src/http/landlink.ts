import * as z from 'zod/mini';

/** POST controlPanel/landLinkFiles: a page of the daily files of postings, newest first. */
export const landLinkFilesRequest = z.object({
  page: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
});

/** GET controlPanel/landLinkFiles/:day: a day of the county, YYYY-MM-DD; returns the CSV file. */
export const landLinkFileRequest = z.object({
  // PostgreSQL refuses the year 0000.
  day: z.iso.date('forms:invalidDate').check(z.refine((day) => day >= '0001', 'forms:invalidDate')),
});

/** The file of a day. Amounts are texts ready to show. */
const landLinkFileRow = z.object({
  /** YYYY-MM-DD */
  day: z.string(),
  lines: z.int(),
  /** The number of lines that belong to an earlier day but were posted too late for that day's file. */
  late: z.int(),
  /** The total of the positive amounts. */
  credits: z.string(),
  /** The total of the negative amounts. */
  debits: z.string(),
  /** The total of all amounts. */
  sum: z.string(),
  /** False until the file is in the object store. */
  ready: z.boolean(),
});
export type LandLinkFileRow = z.infer<typeof landLinkFileRow>;

export const landLinkFilesPage = z.object({
  total: z.int(),
  pageSize: z.int(),
  files: z.array(landLinkFileRow),
});
export type LandLinkFilesPage = z.infer<typeof landLinkFilesPage>;
