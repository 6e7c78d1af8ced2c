import { pageSize, resultLimit } from '@portal/proto/http/search-types';

/** The first and the last row of a page, for 'x-y of n' (B4-09). */
export const rangeOfPage = (pageNumber: number, total: number): { from: number; to: number } => ({
  from: total === 0 ? 0 : (pageNumber - 1) * pageSize + 1,
  to: Math.min(pageNumber * pageSize, total),
});

export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / pageSize));

/** True if the list has reached the limit, so that further results were cut off (B2-34). */
export const isTruncated = (total: number): boolean => total >= resultLimit;
