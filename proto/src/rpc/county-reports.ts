import * as z from 'zod/mini';
import { reportCriteria, reportNames, reportPage, reportPageRequest, reportRow } from '../http/reports.js';
import { rpc } from './contract.js';
import { storedFile } from './reports.js';

const asked = z.object({ report: z.enum(reportNames), criteria: reportCriteria });
/** NOT_FOUND: not for this role, or switched off by the county. INVALID_INPUT names fields, unknown names too. */
const errors = ['NOT_FOUND', 'INVALID_INPUT'] as const;

/** A page of a report with the totals of all of it (reports/README.md). */
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

/** Maximum number of lines in an answer of `readReport`. */
export const reportLinesAtOnce = 2_000;

/** The place behind a line, in the order of its report. */
export const reportPlace = z.object({
  name: z.string(),
  user: z.string(),
  at: z.string(),
  fact: z.uuid(),
  part: z.int(),
});
export type ReportPlace = z.infer<typeof reportPlace>;

/** The next lines of a report behind a place; `next` is null after the last one. */
export const readReport = rpc('reports.read-report.v1', {
  reads: true,
  input: z.extend(asked, { after: z.nullable(reportPlace) }),
  output: z.object({ rows: z.array(reportRow), next: z.nullable(reportPlace) }),
  errors,
  lane: 'slow',
  deadlineMs: 10_000,
});

/** A report as PDF. REPORT_TOO_LONG: more lines than a PDF holds; the Excel export has no limit. */
export const writeReport = rpc('reports.write-report.v1', {
  input: asked,
  output: storedFile,
  errors: [...errors, 'REPORT_TOO_LONG'],
  lane: 'slow',
  deadlineMs: 60_000,
});

export const countyReportContracts = [showReport, readReport, writeReport] as const;
