import * as z from 'zod/mini';
import { isoDay, usDate } from '../dates.js';
import { transactionKinds } from '../rpc/transactions.js';

/** The reports of /reports (B11-01), by the names in requests and commands; `reportPaths` has their URL paths. */
export const reportNames = ['STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE'] as const;
export type ReportName = (typeof reportNames)[number];

/** The URL path of each report below /reports (B11-01). */
export const reportPaths: Record<ReportName, string> = {
  STATEMENT: 'StatementReport',
  ACCOUNT: 'AccountReport',
  USER: 'UserReport',
  ACCOUNT_TYPE: 'AccountTypeReport',
};

/** The switch of each report in the county's section `reports` (B11-05). */
export const reportFlags = {
  STATEMENT: 'statementReport',
  ACCOUNT: 'auditAccountsReport',
  USER: 'auditUsersReport',
  ACCOUNT_TYPE: 'accountTypeReport',
} as const satisfies Record<ReportName, string>;

type Switches = Record<(typeof reportFlags)[ReportName], boolean>;

/**
 * The reports that a role may read and that the county has switched on. Only staff has the account type report (B11-04
 * to B11-06).
 */
export const reportsFor = (role: string, switches: Switches): ReportName[] => {
  const isStaff = role === 'TRIMIN' || role === 'COUNTY';
  if (!isStaff && role !== 'ACCOUNT') return [];
  return reportNames.filter((name) => switches[reportFlags[name]] && (isStaff || name !== 'ACCOUNT_TYPE'));
};

/** GET report/offered: the reports that the user may read, with the county's text above their forms (C5-16). */
export const offeredReports = z.object({
  reports: z.array(z.object({ report: z.enum(reportNames), countyNote: z.string() })),
});
export type OfferedReports = z.infer<typeof offeredReports>;

/** The logs of a county; a report covers one of them or all. */
export const logTypes = ['SIGN_IN', 'SEARCHES', 'PURCHASES', 'ADMINISTRATION'] as const;
export type LogType = (typeof logTypes)[number];

/** The kinds of transactions that account users make. Only staff may also choose the office's kinds (B11-21). */
export const ownTransactions = ['SEARCH', 'DETAILS', 'IMAGES', 'ADD_ON', 'DEPOSIT'] as const;
export const ownLogTypes = ['SIGN_IN', 'SEARCHES', 'PURCHASES'] as const;

export const hours = ['12', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'] as const;
/** The minutes that the form offers (B11-17). A call may contain any minute. */
export const minutes = ['00', '15', '30', '45', '59'] as const;

const date = z._default(z.string().check(z.trim(), z.maxLength(10, 'forms:invalidDate')), '');
const name = (most: number) => z._default(z.string().check(z.trim(), z.maxLength(most)), '');
/** Hours or minutes, which a caller may send as text or as a number. */
const clock = (pattern: RegExp, message: string, otherwise: string) =>
  z._default(
    z.pipe(
      z.pipe(
        z.union([z.string(), z.number()]),
        z.transform((value) => String(value).trim()),
      ),
      z.string().check(z.regex(pattern, message)),
    ),
    otherwise,
  );
const hour = (otherwise: string) => clock(/^(0?[1-9]|1[0-2])$/, 'report-forms:hours', otherwise);
const minute = (otherwise: string) => clock(/^[0-5]?\d$/, 'report-forms:minutes', otherwise);
const meridiem = z.enum(['AM', 'PM']);

/**
 * Criteria of a report (B11-10, B11-12). Dates are MM/DD/YYYY, days of the county; without an end date the report
 * ends today.
 */
export const reportCriteria = z.object({
  fromDate: date,
  fromHour: hour('12'),
  fromMinute: minute('00'),
  fromAmPm: z._default(meridiem, 'AM'),
  toDate: date,
  toHour: hour('11'),
  toMinute: minute('59'),
  toAmPm: z._default(meridiem, 'PM'),
  accountName: name(200),
  username: name(100),
  /** The month of a statement, YYYYMM. */
  statementNumber: z._default(
    z.string().check(z.trim(), z.regex(/^(\d{4}(0[1-9]|1[0-2]))?$/, 'report-forms:statementNumbers')),
    '',
  ),
  dataSource: z._default(z.enum(['FIVE', 'ONE']), 'FIVE'),
  transactionType: z._default(z.enum(['ALL', ...transactionKinds]), 'ALL'),
  logInformation: z._default(z.enum(['ALL', ...logTypes]), 'ALL'),
  orderBy: z._default(z.enum(['username', 'timestamp']), 'timestamp'),
});
export type ReportCriteria = z.output<typeof reportCriteria>;
/** The request before parsing: fields that have defaults may be missing. */
export type TypedReportCriteria = z.input<typeof reportCriteria>;

/**
 * The defaults of a report: all of today, with audits ordered by username (B11-12, B11-13).
 * @param today YYYY-MM-DD
 */
export const reportDefaults = (report: ReportName, today: string): ReportCriteria => ({
  ...z.parse(reportCriteria, {}),
  fromDate: today === '' ? '' : usDate(today),
  toDate: today === '' ? '' : usDate(today),
  orderBy: report === 'ACCOUNT' || report === 'USER' ? 'username' : 'timestamp',
});

/** Converts a time on a 12-hour clock to HH:MM on a 24-hour clock. */
export const timeOf = (hourOfHalf: string, minuteOfHour: string, half: 'AM' | 'PM'): string => {
  const full = (Number(hourOfHalf) % 12) + (half === 'PM' ? 12 : 0);
  return `${String(full).padStart(2, '0')}:${minuteOfHour.padStart(2, '0')}`;
};

/** Start and end of a report by the county's clock; the last minute is included. Dates are YYYY-MM-DD, times HH:MM. */
export const reportEnds = (criteria: ReportCriteria, today: string) => ({
  from: {
    date: isoDay(criteria.fromDate) ?? today,
    time: timeOf(criteria.fromHour, criteria.fromMinute, criteria.fromAmPm),
  },
  to: {
    date: criteria.toDate === '' ? today : (isoDay(criteria.toDate) ?? today),
    time: timeOf(criteria.toHour, criteria.toMinute, criteria.toAmPm),
  },
});

const mostDays = 366;
const dayIssue = (text: string, today: string): string | undefined => {
  const day = isoDay(text);
  if (!day) return 'forms:invalidDate';
  return day > today ? 'forms:futureDate' : undefined;
};

/**
 * Finds the faults of the start and the end of a report, and of the range between them (B1-035, B11-14 to B11-16).
 * @param today of the county, YYYY-MM-DD
 */
export const reportIssues = (
  criteria: ReportCriteria,
  today: string,
): Partial<Record<'fromDate' | 'toDate', string>> => {
  const { fromDate, toDate } = criteria;
  const fromIssue = fromDate === '' ? 'forms:required' : dayIssue(fromDate, today);
  const toIssue = toDate === '' ? undefined : dayIssue(toDate, today);
  if (fromIssue || toIssue)
    return { ...(fromIssue && { fromDate: fromIssue }), ...(toIssue && { toDate: toIssue }) };
  const { from, to } = reportEnds(criteria, today);
  if (to.date < from.date) return { toDate: 'forms:invalidDateRange' };
  if (to.date === from.date && to.time < from.time) return { toDate: 'report-forms:invalidDateTimeRange' };
  const days = Math.round((Date.parse(to.date) - Date.parse(from.date)) / 86_400_000) + 1;
  return days > mostDays ? { toDate: 'forms:rangeOverYear' } : {};
};

/** The schema with which the form, the gateway and the service check the criteria. */
export const reportRequest = (today: string) =>
  reportCriteria.check((payload) => {
    for (const [field, message] of Object.entries(reportIssues(payload.value, today)))
      payload.issues.push({ code: 'custom', message, path: [field], input: payload.value, continue: true });
  });

/** One line of a report. Amounts are cents. */
export const reportRow = z.object({
  /** The id of the line, unique in the county. */
  id: z.string(),
  at: z.string(),
  log: z.enum(logTypes),
  kind: z.string(),
  /** The id of the user; '' for the office. */
  user: z.string(),
  username: z.string(),
  /** The id of the account; '' if there is none. */
  account: z.string(),
  accountName: z.string(),
  subject: z.string(),
  pages: z.int(),
  charged: z.int(),
  credited: z.int(),
  images: z.int(),
});
export type ReportRow = z.infer<typeof reportRow>;

export const reportSums = z.object({
  count: z.int(),
  pages: z.int(),
  charged: z.int(),
  credited: z.int(),
  images: z.int(),
});
export type ReportSums = z.infer<typeof reportSums>;

/** The totals of one kind of purchase for all accounts with the same type and payment method. */
export const accountTypeRow = z.extend(reportSums, {
  /** Empty for purchases without an account. */
  accountType: z.string(),
  paymentMethod: z.string(),
  kind: z.string(),
});
export type AccountTypeRow = z.infer<typeof accountTypeRow>;

/** A page of a report on screen. */
export const reportPage = z.object({
  rows: z.array(reportRow),
  /** The lines of the account type report; other reports have none. */
  types: z.array(accountTypeRow),
  total: reportSums,
  /** The escrow balance of a statement's account before and after the range, in cents. */
  balance: z.nullable(z.object({ opening: z.int(), closing: z.int() })),
});
export type ReportPage = z.infer<typeof reportPage>;

export const reportPageSize = 100;
/** POST report/page: the criteria of a report, and the page to return. */
export const reportPageRequest = z.object({
  report: z.enum(reportNames),
  page: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  direction: z._default(z.enum(['ASC', 'DESC']), 'ASC'),
});
