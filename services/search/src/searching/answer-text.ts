import type { SearchHistoryEntry } from '@portal/proto/http/search-types';
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

/** The bytes of `searchAnswer`: the rows are JSON already and are not read again (architecture.md 'Commands'). */
export function answerText(
  { rows, amount, total, timestamp, widenings = [] }: Answer,
  history: readonly SearchHistoryEntry[],
): string {
  const wider = widenings.length > 0 ? `,"widenings":${narrowJson(widenings)}` : '';
  return (
    `{"searchResults":{"searchResultList":[${rows}],"totalRecordCount":${total},"currentRecordCount":${amount}},` +
    `"historyResults":{"searchHistoryList":${narrowJson(history)}},"paymentNeeded":false,` +
    `"paymentNeededAgain":false,"timestamp":${JSON.stringify(timestamp)},"message":"","status":""${wider}}`
  );
}

/** JSON in Latin letters only: a single dash among the texts would make V8 keep and send all rows at twice the cost. */
const narrowJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u0100-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
