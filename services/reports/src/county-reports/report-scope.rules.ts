import { instantOf, skipOver } from '@portal/infra/clock';
import type { SectionValue } from '@portal/proto/config/sections';
import {
  ownLogTypes,
  reportEnds,
  reportsFor,
  type LogType,
  type ReportCriteria,
  type ReportName,
} from '@portal/proto/http/reports';
import type { Actor } from '@portal/proto/rpc/actor';

/** Limits the lines that a user may see. */
export interface ReportScope {
  readonly isStaff: boolean;
  /** The only account whose lines are read; null for all accounts of the county. */
  readonly account: string | null;
}

/**
 * Returns the scope in which a role may read a report; undefined if the role may not read the report, or if the county
 * has switched the report off (B11-04 to B11-06).
 */
export function scopeOf(
  { role, account }: Pick<Actor, 'role' | 'account'>,
  report: ReportName,
  switches: SectionValue<'reports'>,
): ReportScope | undefined {
  if (!reportsFor(role, switches).includes(report)) return undefined;
  if (role === 'TRIMIN' || role === 'COUNTY') return { isStaff: true, account: null };
  return account === null ? undefined : { isStaff: false, account };
}

/** Selects the lines of a report and their order. A field that is null does not limit the lines. */
export interface ReportFilter {
  readonly from: Date;
  /** The end of the span; lines at this time are not included. */
  readonly until: Date;
  readonly accounts: readonly string[] | null;
  readonly users: readonly string[] | null;
  readonly logs: readonly LogType[] | null;
  readonly kind: string | null;
  readonly source: 'FIVE' | 'ONE';
  readonly orderBy: 'username' | 'timestamp';
}

const MINUTE_MS = 60_000;

/**
 * Returns the time from the start of the first minute to the end of the last minute, by the county's clock. When
 * daylight saving time ends, some minutes occur twice; the report includes both occurrences. When it begins, some
 * minutes are skipped. A report that begins or ends at a skipped minute begins or ends where the clock jumps, so a
 * report of the skipped hour is empty.
 */
export function spanOf(
  criteria: ReportCriteria,
  timeZone: string,
  today: string,
): { from: Date; until: Date } {
  const { from, to } = reportEnds(criteria, today);
  const last = instantOf(timeZone, to.date, to.time, { twice: 'second' });
  const span = {
    from: skipOver(timeZone, from.date, from.time) ?? instantOf(timeZone, from.date, from.time),
    until: skipOver(timeZone, to.date, to.time) ?? new Date(last.getTime() + MINUTE_MS),
  };
  return criteria.statementNumber === '' ? span : inMonth(span, criteria.statementNumber, timeZone);
}

/** The last month whose year has four digits. A span cannot go beyond it, because nobody can type a later date. */
const LAST_MONTH = '999912';

/**
 * Returns the part of a span that is in a month (YYYYMM). If the span and the month do not overlap, `until` is not
 * after `from`.
 */
function inMonth(span: { from: Date; until: Date }, month: string, timeZone: string) {
  const year = Number(month.slice(0, 4));
  const number = Number(month.slice(4));
  const next = number === 12 ? [year + 1, 1] : [year, number + 1];
  const first = (of: readonly (number | undefined)[]): Date =>
    instantOf(timeZone, `${String(of[0]).padStart(4, '0')}-${String(of[1]).padStart(2, '0')}-01`, '00:00');
  return {
    from: new Date(Math.max(+span.from, +first([year, number]))),
    until: month === LAST_MONTH ? span.until : new Date(Math.min(+span.until, +first(next))),
  };
}

/**
 * Returns the logs whose lines a report shows; null for all logs. Statements, account type reports and reports of one
 * type of transaction show only purchases.
 */
export function logsOf(report: ReportName, scope: ReportScope, criteria: ReportCriteria): LogType[] | null {
  const { transactionType, logInformation } = criteria;
  const onlyMoney = report === 'STATEMENT' || report === 'ACCOUNT_TYPE' || transactionType !== 'ALL';
  const offered: readonly LogType[] | null = onlyMoney ? ['PURCHASES'] : scope.isStaff ? null : ownLogTypes;
  // statements and account type reports offer no choice of logs
  if (logInformation === 'ALL' || report === 'STATEMENT' || report === 'ACCOUNT_TYPE')
    return offered && [...offered];
  return offered === null || offered.includes(logInformation) ? [logInformation] : [];
}
