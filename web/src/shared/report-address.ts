import { usDate } from '@portal/proto/dates';
import {
  reportDefaults,
  reportPaths,
  type ReportCriteria,
  type ReportName,
} from '@portal/proto/http/reports';

export const pathOf = (report: ReportName): string => `/reports/${reportPaths[report]}`;

/** What a report's URL describes: the criteria, the page of the list, and the direction of its order. */
export interface ShownPage {
  criteria: ReportCriteria;
  page: number;
  direction: 'ASC' | 'DESC';
}

/**
 * Writes the query string of a report's URL: the dates, the order, and the other criteria that differ from their
 * defaults.
 */
export const addressOf = (
  report: ReportName,
  today: string,
  { criteria, page, direction }: ShownPage,
): string => {
  const defaults = reportDefaults(report, today);
  const names = Object.keys(criteria) as (keyof ReportCriteria)[];
  const address = new URLSearchParams();
  for (const name of names) {
    // these criteria are always in the URL, so that a bookmark shows the same report on a later day
    const stays = name === 'fromDate' || name === 'toDate' || name === 'orderBy';
    if (stays || criteria[name] !== defaults[name]) address.set(name, criteria[name]);
  }
  if (page > 1) address.set('page', String(page));
  if (direction === 'DESC') address.set('direction', direction);
  return `?${address.toString()}`;
};

/** A report that a link opens. `days` are counted back from `until`, which is included. */
export interface LinkedReport {
  report: ReportName;
  /** The last day, YYYY-MM-DD. */
  until: string;
  days: number;
  criteria: Partial<ReportCriteria>;
}

/** The URL of a report that is shown at once, newest lines first. Criteria that are not given have their defaults. */
export const linkTo = ({ report, until, days, criteria }: LinkedReport): string => {
  const from = new Date(Date.parse(until) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const defaults = reportDefaults(report, until);
  const asked = { ...defaults, fromDate: usDate(from), orderBy: 'timestamp' as const, ...criteria };
  return pathOf(report) + addressOf(report, until, { criteria: asked, page: 1, direction: 'DESC' });
};
