import type { Unpaid } from '../charging/search-charges.js';
import { narrowJson } from '../narrow-json.js';
import type { ResultRows } from './search.repository.js';
import type { CountedWidening } from './widenings.service.js';

/** What a search found, ready to be sent. */
export interface Answer extends ResultRows {
  readonly total: number;
  readonly timestamp: string;
  /** Settles when the hit list of a new search is kept. */
  readonly kept?: Promise<void>;
  readonly widenings?: readonly CountedWidening[];
}

/** What needs a card first shows nothing of what was found (B9-05): no rows, no total, no timestamp to go on with. */
export const unpaidText = (unpaid: Unpaid, history: string): string =>
  answerText({ rows: '', amount: 0, total: 0, timestamp: '' }, history, unpaid);

/** The bytes of `searchAnswer`: rows and history are JSON already and are not read again (infra/DESIGN.md#raw-json). */
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
