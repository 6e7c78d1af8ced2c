import * as z from 'zod/mini';
import { reportNames } from './reports.js';

/** The file formats of a report. */
export const reportFormats = ['PDF', 'XLSX'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/**
 * Maximum number of lines of a report that is written while the caller waits. A job writes longer reports, because they
 * take too long to wait for.
 */
export const mostLinesAtOnce = 10_000;
/**
 * Maximum number of lines of a file: an Excel sheet has this many rows below its header row. A PDF is never that long.
 */
export const mostLinesOfFile = 1_048_575;
/** Maximum number of a user's reports that may be in progress at the same time. */
export const mostJobsAtOnce = 3;

/** A job is WRITING from the start. A READY job has a file, a FAILED job was given up, a canceled job is deleted. */
export const reportJobStates = ['WRITING', 'READY', 'FAILED'] as const;

/** A report that a job writes for the requesting user. */
export const reportJob = z.object({
  id: z.uuid(),
  report: z.enum(reportNames),
  format: z.enum(reportFormats),
  state: z.enum(reportJobStates),
  /** The first day of the report, MM/DD/YYYY. */
  fromDate: z.string(),
  /** The last day of the report, MM/DD/YYYY. */
  toDate: z.string(),
  /** Number of lines that were written so far. */
  written: z.int(),
  /** Number of lines that the finished file has. */
  lines: z.int(),
  startedAt: z.string(),
  /** When the file is removed; '' before the file is ready. */
  expiresAt: z.string(),
  /** The size of the file in bytes; 0 before the file is ready. */
  size: z.int(),
});
export type ReportJob = z.infer<typeof reportJob>;

/** GET report/jobs. */
export const reportJobs = z.object({ jobs: z.array(reportJob) });
export type ReportJobs = z.infer<typeof reportJobs>;

/** POST report/jobs/remove: cancels a job that is still writing, or removes the file of a finished job. */
export const removeReportRequest = z.object({ job: z.uuid() });
