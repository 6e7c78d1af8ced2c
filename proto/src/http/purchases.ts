import * as z from 'zod/mini';
import { dateRangeIssues, isoDay } from '../dates.js';
import { withoutCardNumber } from './no-card-number.js';

const purchaseKinds = ['ORDER', 'DEPOSIT', 'BUNDLE'] as const;

const reference = z.string().check(z.trim(), z.maxLength(60, 'forms:tooLong'), withoutCardNumber);

/** POST purchases/list: a page of the purchases of the user or the user's account, newest first. */
export const purchasesRequest = z.object({
  page: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  /** Returns only orders with this client reference. */
  clientReference: z._default(z.nullable(reference), null),
});

/** Amounts are texts ready to show, '' for none; `at` is an instant. */
export const purchaseRow = z.object({
  kind: z.enum(purchaseKinds),
  id: z.string(),
  at: z.string(),
  /**
   * The user who bought. Filled only for administrators of accounts and for staff, who see the purchases of other
   * users; otherwise ''.
   */
  username: z.string(),
  title: z.string(),
  detail: z.string(),
  charged: z.string(),
  surcharge: z.string(),
  /** Identifies the PDF for another download; null unless a document was bought. */
  imageStateGuid: z.nullable(z.string()),
  clientReference: z.string(),
});
export type PurchaseRow = z.infer<typeof purchaseRow>;

export const purchasesPage = z.object({
  total: z.int(),
  pageSize: z.int(),
  purchases: z.array(purchaseRow),
});
export type PurchasesPage = z.infer<typeof purchasesPage>;

/** POST purchases/clientReference; '' removes the reference. */
export const clientReferenceRequest = z.object({ imageStateGuid: z.uuid(), clientReference: reference });
export const clientReferenceAnswer = z.object({ clientReference: z.string() });

/** POST purchases/receipt returns a PDF. */
export const receiptRequest = z.object({ kind: z.enum(purchaseKinds), id: z.uuid() });

const dayText = z.string().check(z.trim(), z.maxLength(10, 'forms:invalidDate'));
const spendingFields = z.object({ fromDate: dayText, toDate: dayText });
export type SpendingRequest = z.infer<typeof spendingFields>;

/**
 * POST purchases/spending and purchases/spendingCsv: the first and last day of a range of at most a year, in the
 * county's time zone.
 * @param today YYYY-MM-DD
 */
export const spendingRequest = (today: string) =>
  spendingFields.check((payload) => {
    const { fromDate, toDate } = payload.value;
    const { from, to } = dateRangeIssues(fromDate, toDate, { today, limit: 'year' });
    const add = (name: string, message: string | undefined): void => {
      if (message !== undefined)
        payload.issues.push({ code: 'custom', message, path: [name], input: payload.value, continue: true });
    };
    add('fromDate', from);
    add('toDate', to);
  });

/** First and last day of a valid request. */
export const spendingDays = ({ fromDate, toDate }: SpendingRequest): { from: string; to: string } => ({
  from: isoDay(fromDate) ?? '',
  to: isoDay(toDate) ?? '',
});

/** A `reference` of '' stands for orders without a reference. */
export const spendingAnswer = z.object({
  rows: z.array(
    z.object({
      reference: z.string(),
      orders: z.int(),
      pages: z.int(),
      charged: z.string(),
      images: z.int(),
    }),
  ),
  /** The number of charged searches, and what they cost together; null if none was charged. */
  searches: z.nullable(z.object({ count: z.int(), charged: z.string() })),
  total: z.string(),
});
export type SpendingAnswer = z.infer<typeof spendingAnswer>;
