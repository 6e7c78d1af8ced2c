import { type SearchPaging } from '@portal/proto/http/search-paging';
import { batchSize, pageSize, resultLimit } from '@portal/proto/http/search-types';
import type { Window } from './hit-statement.js';

/**
 * The hits of a page and batch: pages of 100 consist of batches of 25; page -1 has all hits
 * (search/DESIGN.md#result-pages).
 */
export const windowOf = ({ pageNumber, batch }: SearchPaging): Window =>
  pageNumber === -1
    ? { offset: 0, rows: resultLimit }
    : { offset: (pageNumber - 1) * pageSize + (batch - 1) * batchSize, rows: batchSize };
