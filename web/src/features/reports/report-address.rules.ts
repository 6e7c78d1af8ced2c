import * as z from 'zod/mini';
import {
  reportCriteria,
  reportPaths,
  type ReportCriteria,
  type ReportName,
} from '@portal/proto/http/reports';
import type { ShownPage } from '../../shared/report-address.js';

/** The report for the rest of a path after /reports, regardless of case; undefined if there is none. */
export const reportAt = (below: string): ReportName | undefined => {
  const wanted = below.replace(/\/$/, '').toLowerCase();
  const found = Object.entries(reportPaths).find(([, path]) => path.toLowerCase() === wanted);
  return found?.[0] as ReportName | undefined;
};

/**
 * Reads the query string of a report's URL. Undefined if the string contains no dates, or if its criteria are not
 * valid.
 */
export const shownIn = (search: string): ShownPage | undefined => {
  const values = Object.fromEntries(new URLSearchParams(search));
  if (values.fromDate === undefined) return undefined;
  const parsed = z.safeParse(reportCriteria, values);
  if (!parsed.success) return undefined;
  const page = Number(values.page);
  return {
    criteria: parsed.data,
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    direction: values.direction === 'DESC' ? 'DESC' : 'ASC',
  };
};

/**
 * The criteria of the last report of each type that was shown or saved (B11-11), by user; kept until the tab is closed
 * or reloaded.
 */
const saved = new Map<string, ReportCriteria>();
const keyOf = (userId: string, report: ReportName): string => `${userId} ${report}`;
export const savedCriteria = (userId: string, report: ReportName): ReportCriteria | undefined =>
  saved.get(keyOf(userId, report));
export const saveCriteria = (userId: string, report: ReportName, criteria: ReportCriteria): void => {
  saved.set(keyOf(userId, report), criteria);
};
