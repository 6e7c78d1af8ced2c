import * as z from 'zod/mini';
import { reportNames } from './reports.js';

/** The forms of a report as a file. */
export const reportFormats = ['PDF', 'XLSX'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A longer file is written by a job, because it takes too long to wait for. */
export const mostLinesAtOnce = 10_000;
/** The rows of an Excel sheet without its head row, which is more than a PDF ever needs. */
export const mostLinesOfFile = 1_048_575;
/** How many of a user's reports may be in progress at the same time. */
export const mostJobsAtOnce = 3;

/** A job is WRITING from the start; READY has a file; FAILED was given up. A job that is canceled is deleted. */
export const reportJobStates = ['WRITING', 'READY', 'FAILED'] as const;

/** A big report of the reader. */
export const reportJob = z.object({
  id: z.uuid(),
  report: z.enum(reportNames),
  format: z.enum(reportFormats),
  state: z.enum(reportJobStates),
  /** MM/DD/YYYY. */
  fromDate: z.string(),
  toDate: z.string(),
  /** Lines that the file has so far, and in total. */
  written: z.int(),
  lines: z.int(),
  startedAt: z.string(),
  /** When the file is removed; '' before it is ready. */
  expiresAt: z.string(),
  /** Bytes; 0 before it is ready. */
  size: z.int(),
});
export type ReportJob = z.infer<typeof reportJob>;

/** GET report/jobs. */
export const reportJobs = z.object({ jobs: z.array(reportJob) });
export type ReportJobs = z.infer<typeof reportJobs>;

/** POST report/jobs/remove: cancels a job, or removes its file. */
export const removeReportRequest = z.object({ job: z.uuid() });
