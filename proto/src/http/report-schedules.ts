import * as z from 'zod/mini';
import { reportFormats } from './report-jobs.js';
import { reportCriteria, reportNames } from './reports.js';

/** How often a report is written: daily, on a day of the week, or on a day of the month. */
export const reportIntervals = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type ReportInterval = (typeof reportIntervals)[number];

/** The latest day of the month for a monthly schedule: the last one that every month has. */
export const lastDayOfMonths = 28;
/** Maximum number of schedules of one user. */
export const mostSchedules = 10;

/** The criteria that a schedule stores. The dates of each report follow from the interval and span whole days. */
export const scheduledCriteria = z.pick(reportCriteria, {
  accountName: true,
  username: true,
  dataSource: true,
  transactionType: true,
  logInformation: true,
  orderBy: true,
});
export type ScheduledCriteria = z.output<typeof scheduledCriteria>;

const timing = z.object({
  interval: z.enum(reportIntervals),
  /** WEEKLY: 1 (Monday) to 7 (Sunday). MONTHLY: the day of the month. DAILY: 1, without effect. */
  day: z.int().check(z.minimum(1), z.maximum(lastDayOfMonths)),
  /** Hour of the county's clock, 0 to 23. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
});
export type ScheduleTiming = z.output<typeof timing>;

/** POST report/schedules/add: the report, its file format and its times. The account type report is a PDF only (B11-09). */
export const newReportSchedule = z
  .extend(timing, {
    report: z.enum(reportNames),
    format: z.enum(reportFormats),
    criteria: scheduledCriteria,
  })
  .check(
    z.refine(({ interval, day }) => interval === 'MONTHLY' || day <= 7, {
      path: ['day'],
      error: 'report-forms:schedules.days',
    }),
    z.refine(({ report, format }) => report !== 'ACCOUNT_TYPE' || format === 'PDF', {
      path: ['format'],
      error: 'report-forms:schedules.formats',
    }),
  );
export type NewReportSchedule = z.output<typeof newReportSchedule>;

/** A stored schedule. Its owner gets the report at each time of the schedule. */
export const reportSchedule = z.extend(timing, {
  id: z.uuid(),
  report: z.enum(reportNames),
  format: z.enum(reportFormats),
  criteria: scheduledCriteria,
  /** The instant of the next report. */
  nextAt: z.string(),
});
export type ReportSchedule = z.output<typeof reportSchedule>;

/** GET report/schedules. */
export const reportSchedules = z.object({ schedules: z.array(reportSchedule) });
export type ReportSchedules = z.output<typeof reportSchedules>;

/** POST report/schedules/remove. */
export const removeScheduleRequest = z.object({ schedule: z.uuid() });
