import * as z from 'zod/mini';
import { isoDay } from '../dates.js';
import { paragraph } from './login-page.js';

/**
 * A table: headings, and rows with a label and values (A7-05). Headings and labels are keys of catalog texts, such as
 * `charges`; values are shown unchanged.
 */
const figures = z.object({
  headings: z.array(z.string()),
  rows: z.array(z.object({ label: z.string(), values: z.array(z.string()) })),
});
export type Figures = z.infer<typeof figures>;

/**
 * The answer to GET home/all (A7-10). A part is empty if `selections` is false for it or if the user may not see it.
 */
export const homeContent = z.object({
  selections: z.object({
    contactUs: z.boolean(),
    disclaimer: z.boolean(),
    latestNews: z.boolean(),
    latestNewsMore: z.boolean(),
    links: z.boolean(),
    linksMore: z.boolean(),
    loginSlides: z.boolean(),
    notableDates: z.boolean(),
    transactions: z.boolean(),
  }),
  numberOfSlides: z.int(),
  captions: z.array(z.string()),
  slideFiles: z._default(z.array(z.string()), []),
  common: z.object({
    contactName: z.string(),
    contactTitle: z.string(),
    contactPhone: z.string(),
    contactEmail: z.string(),
  }),
  notableDates: figures,
  transactionTotals: figures,
  links: z.array(paragraph),
  latestNews: z.array(paragraph),
  /** URL of the disclaimer (A7-04); empty when the county has no disclaimer. */
  disclaimer: z.string(),
});
export type HomeContent = z.infer<typeof homeContent>;

const reportTypes = ['USER', 'ACCOUNT'] as const;
export const reportRanges = ['TODAY', 'MONTH', 'YTD', 'CUSTOM'] as const;

/**
 * POST home/transactionReport (A7-15, A7-16). The dates have an effect only for CUSTOM; without an end date the
 * report ends today.
 */
export const transactionReportFields = z.object({
  reportType: z._default(z.enum(reportTypes), 'USER'),
  reportRange: z._default(z.enum(reportRanges), 'TODAY'),
  fromDate: z._default(z.string().check(z.trim(), z.maxLength(10, 'forms:invalidDate')), ''),
  toDate: z._default(z.string().check(z.trim(), z.maxLength(10, 'forms:invalidDate')), ''),
});
export type TransactionReportRequest = z.infer<typeof transactionReportFields>;
/** The request before parsing: fields that have defaults may be missing. */
export type TypedTransactionReport = z.input<typeof transactionReportFields>;

/** Maximum number of days in a report, both ends included. */
const mostDays = 366;
const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

const dateIssue = (text: string, today: string): string | undefined => {
  const day = isoDay(text);
  if (!day) return 'forms:invalidDate';
  return day > today ? 'forms:futureDate' : undefined;
};

type Issues = Partial<Record<'fromDate' | 'toDate', string>>;

/**
 * Returns what is wrong with the dates of a report (A7-17 to A7-21).
 * @param today the current day in the county, YYYY-MM-DD
 */
export const transactionReportIssues = (request: TransactionReportRequest, today: string): Issues => {
  const { reportRange, fromDate, toDate } = request;
  if (reportRange !== 'CUSTOM') return {};
  const fromIssue = fromDate === '' ? 'forms:required' : dateIssue(fromDate, today);
  const toIssue = toDate === '' ? undefined : dateIssue(toDate, today);
  if (fromIssue || toIssue) {
    return { ...(fromIssue && { fromDate: fromIssue }), ...(toIssue && { toDate: toIssue }) };
  }
  const { from, to } = reportDays(request, today);
  if (to < from) return { toDate: 'forms:invalidDateRange' };
  return daysFrom(from, to) > mostDays ? { toDate: 'forms:rangeOverYear' } : {};
};

/** The schema with which the form, the gateway and the service check the request. */
export const transactionReportRequest = (today: string) =>
  transactionReportFields.check((payload) => {
    for (const [name, message] of Object.entries(transactionReportIssues(payload.value, today)))
      payload.issues.push({ code: 'custom', message, path: [name], input: payload.value, continue: true });
  });

/** First and last day of a valid report, YYYY-MM-DD. */
export const reportDays = (
  { reportRange, fromDate, toDate }: TransactionReportRequest,
  today: string,
): { from: string; to: string } => {
  switch (reportRange) {
    case 'TODAY':
      return { from: today, to: today };
    case 'MONTH':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'YTD':
      return { from: `${today.slice(0, 5)}01-01`, to: today };
    case 'CUSTOM':
      return { from: isoDay(fromDate) ?? today, to: isoDay(toDate) ?? today };
  }
};
