import type { BookAndPageCriteria } from '@portal/proto/criteria/book-and-page';
import { bookRange } from '../matching/recorded.rules.js';
import type { Asked } from './asked.js';
import { ordinalSql } from './document-number-hits.js';
import type { Hits } from './hit-statement.js';

/** The hits of a book or of one of its pages; undefined when there can be no such book or page. */
export function bookAndPageHits(criteria: BookAndPageCriteria, { order }: Asked): Hits | undefined {
  const range = bookRange(criteria.book, criteria.page);
  const bookType = criteria.bookType.toUpperCase();
  const letter = bookType === 'ALL' ? undefined : bookType;
  if (!range || (letter !== undefined && !/^[A-Z]$/.test(letter))) return undefined;
  return {
    unique: true,
    select: (s, generation) =>
      `SELECT ${order.select()} FROM document WHERE generation = ${generation} AND NOT sealed AND ${ordinalSql(s, 'sk_book', range)}${
        letter === undefined ? '' : ` AND sk_book % 32 = ${s.bind(letter.charCodeAt(0) - 64, 'bigint')}`
      }`,
  };
}
