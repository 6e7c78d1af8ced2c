import * as z from 'zod/mini';
import { officeFigures } from '../http/office-figures.js';
import { reportFormats, reportJobs } from '../http/report-jobs.js';
import { newReportSchedule, reportSchedules } from '../http/report-schedules.js';
import { reportCriteria, reportNames, reportPage, reportPageRequest } from '../http/reports.js';
import { rpc } from './contract.js';
import { storedFile } from './reports.js';

const asked = z.object({ report: z.enum(reportNames), criteria: reportCriteria });
/**
 * NOT_FOUND: the report is not for this role, or the county has switched it off. INVALID_INPUT lists the fields at
 * fault. A field is also at fault if no account or user has the name in it.
 */
const errors = ['NOT_FOUND', 'INVALID_INPUT'] as const;

/** A page of a report, with the totals of the whole report (reports/README.md). */
export const showReport = rpc('reports.show-report.v1', {
  reads: true,
  input: z.extend(asked, {
    page: reportPageRequest.shape.page,
    direction: reportPageRequest.shape.direction,
  }),
  output: reportPage,
  errors,
  lane: 'slow',
  deadlineMs: 10_000,
});

const askedFile = z.extend(asked, { format: z.enum(reportFormats) });

/**
 * Writes a report as a file, which is removed after an hour. REPORT_TOO_LONG: it has more than `mostLinesAtOnce`
 * lines, so a job must write it.
 */
export const writeReport = rpc('reports.write-report.v1', {
  input: askedFile,
  output: storedFile,
  errors: [...errors, 'REPORT_TOO_LONG'],
  lane: 'slow',
  deadlineMs: 60_000,
});

/**
 * Starts a job that writes a report of any length. TOO_MANY_REQUESTS: the user already has `mostJobsAtOnce` such
 * jobs.
 */
export const startReport = rpc('reports.start-report.v1', {
  input: askedFile,
  output: z.object({ job: z.uuid() }),
  errors: [...errors, 'REPORT_TOO_LONG', 'TOO_MANY_REQUESTS'],
  lane: 'slow',
  deadlineMs: 10_000,
});

/** The jobs of the calling user, newest first. */
export const listReportJobs = rpc('reports.list-report-jobs.v1', {
  reads: true,
  input: z.object({}),
  output: reportJobs,
  errors: ['NOT_FOUND'],
});

/** Cancels a job of the calling user, or removes the job's file. */
export const removeReportJob = rpc('reports.remove-report-job.v1', {
  input: z.object({ job: z.uuid() }),
  output: z.object({}),
  errors: ['NOT_FOUND'],
});

/** The file of a job of the calling user, as long as this user may still read the report. */
export const openReportJob = rpc('reports.open-report-job.v1', {
  reads: true,
  input: z.object({ job: z.uuid() }),
  output: storedFile,
  errors: ['NOT_FOUND'],
});

/**
 * Staff: schedules a report for each day, week or month; an e-mail announces each report (DECISIONS.md#report-20).
 * TOO_MANY_REQUESTS: the user has `mostSchedules` already.
 */
export const addReportSchedule = rpc('reports.add-report-schedule.v1', {
  input: newReportSchedule,
  output: z.object({ schedule: z.uuid() }),
  errors: [...errors, 'TOO_MANY_REQUESTS'],
});

/** Staff: the user's own schedules, oldest first. */
export const listReportSchedules = rpc('reports.list-report-schedules.v1', {
  reads: true,
  input: z.object({}),
  output: reportSchedules,
  errors: ['NOT_FOUND'],
});

/** Staff: deletes one of the user's own schedules. A report that is being written is finished all the same. */
export const removeReportSchedule = rpc('reports.remove-report-schedule.v1', {
  input: z.object({ schedule: z.uuid() }),
  output: z.object({}),
  errors: ['NOT_FOUND'],
});

/** Staff: sales, searches and sign-ins of the county's last days, for the home page. */
export const showOfficeFigures = rpc('reports.show-office-figures.v1', {
  reads: true,
  input: z.object({}),
  output: officeFigures,
  errors: ['NOT_FOUND'],
});

export const countyReportContracts = [
  ...[showReport, writeReport, showOfficeFigures],
  ...[startReport, listReportJobs, removeReportJob, openReportJob],
  ...[addReportSchedule, listReportSchedules, removeReportSchedule],
] as const;
