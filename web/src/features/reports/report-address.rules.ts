import * as z from 'zod/mini';
import {
  reportCriteria,
  reportDefaults,
  reportPaths,
  type ReportCriteria,
  type ReportName,
} from '@portal/proto/http/reports';

export const pathOf = (report: ReportName): string => `/reports/${reportPaths[report]}`;

/** The report at an address; upper and lower case do not matter. */
export const reportAt = (below: string): ReportName | undefined => {
  const wanted = below.replace(/\/$/, '').toLowerCase();
  const found = Object.entries(reportPaths).find(([, path]) => path.toLowerCase() === wanted);
  return found?.[0] as ReportName | undefined;
};

/** The page of a report that an address shows. */
export interface ShownPage {
  criteria: ReportCriteria;
  page: number;
  direction: 'ASC' | 'DESC';
}

/** The report that an address shows. Undefined if the address names no report, or if the criteria are not valid. */
export const shownIn = (search: string): ShownPage | undefined => {
  const values = Object.fromEntries(new URLSearchParams(search));
  if (values.fromDate === undefined) return undefined;
  const parsed = z.safeParse(reportCriteria, values);
  if (!parsed.success) return undefined;
  const page = Number(values.page ?? 1);
  return {
    criteria: parsed.data,
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    direction: values.direction === 'DESC' ? 'DESC' : 'ASC',
  };
};

/** The address of a page: the dates, and the criteria that differ from the report's defaults. */
export const addressOf = (
  report: ReportName,
  today: string,
  { criteria, page, direction }: ShownPage,
): string => {
  const defaults = reportDefaults(report, today);
  const names = Object.keys(criteria) as (keyof ReportCriteria)[];
  const address = new URLSearchParams();
  for (const name of names) {
    // these criteria are always in the address, so that the address shows the same report on a later day
    const stays = name === 'fromDate' || name === 'toDate' || name === 'orderBy';
    if (stays || criteria[name] !== defaults[name]) address.set(name, criteria[name]);
  }
  if (page > 1) address.set('page', String(page));
  if (direction === 'DESC') address.set('direction', direction);
  return `?${address.toString()}`;
};

/** The last criteria of each report type (B11-11), by user; kept until the page is closed. */
const saved = new Map<string, ReportCriteria>();
const keyOf = (userId: string, report: ReportName): string => `${userId} ${report}`;
export const savedCriteria = (userId: string, report: ReportName): ReportCriteria | undefined =>
  saved.get(keyOf(userId, report));
export const saveCriteria = (userId: string, report: ReportName, criteria: ReportCriteria): void => {
  saved.set(keyOf(userId, report), criteria);
};
