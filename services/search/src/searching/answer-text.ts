import type { Unpaid } from '../charging/search-charges.js';
import { narrowJson } from '../narrow-json.js';
import type { ResultRows } from './search.repository.js';
import type { CountedWidening } from './widenings.service.js';

/** The result of a search, ready to be sent. */
export interface Answer extends ResultRows {
  readonly total: number;
  readonly timestamp: string;
  /** Settles when the hit list of a new search is stored. */
  readonly kept?: Promise<void>;
  readonly widenings?: readonly CountedWidening[];
}

/**
 * The answer when a card must be authorized before a search shows results (B9-05): it has no rows, no total, and no
 * timestamp to continue with.
 */
export const unpaidText = (unpaid: Unpaid, history: string): string =>
  answerText({ rows: '', amount: 0, total: 0, timestamp: '' }, history, unpaid);

/**
 * The JSON text of `searchAnswer`. Rows and history are already JSON and are not parsed again
 * (infra/DESIGN.md#raw-json).
 */
export function answerText(
  { rows, amount, total, timestamp, widenings = [] }: Answer,
  history: string,
  unpaid?: Unpaid,
): string {
  const wider = widenings.length > 0 ? `,"widenings":${narrowJson(widenings)}` : '';
  return (
    `{"searchResults":{"searchResultList":[${rows}],"totalRecordCount":${total},"currentRecordCount":${amount}},` +
    `"historyResults":{"searchHistoryList":${history}},"paymentNeeded":${unpaid === 'PAYMENT_NEEDED'},` +
    `"paymentNeededAgain":${unpaid === 'PAYMENT_NEEDED_AGAIN'},"timestamp":${JSON.stringify(timestamp)},"message":"","status":""${wider}}`
  );
}
