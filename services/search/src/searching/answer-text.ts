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

/** The bytes of `searchAnswer`: rows and history are JSON already and are not read again (architecture.md 'Commands'). */
export function answerText(
  { rows, amount, total, timestamp, widenings = [] }: Answer,
  history: string,
): string {
  const wider = widenings.length > 0 ? `,"widenings":${narrowJson(widenings)}` : '';
  return (
    `{"searchResults":{"searchResultList":[${rows}],"totalRecordCount":${total},"currentRecordCount":${amount}},` +
    `"historyResults":{"searchHistoryList":${history}},"paymentNeeded":false,` +
    `"paymentNeededAgain":false,"timestamp":${JSON.stringify(timestamp)},"message":"","status":""${wider}}`
  );
}
