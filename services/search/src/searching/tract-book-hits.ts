import type { TractBookIdCriteria } from '@portal/proto/criteria/tract-book-id';
import type { TractBookLegalCriteria } from '@portal/proto/criteria/tract-book-legal';
import type { Asked } from './asked.js';
import { numberOfKind } from './certificate-hits.js';
import { limitSql, limitsOf } from './conditions.js';
import { ordinalSql } from './document-number-hits.js';
import type { Hits } from './hit-statement.js';
import { legalCondition } from './legal-conditions.js';

/** The tract book entry with the typed number. The number may be typed with or without the letter B of the key. */
export function tractBookIdHits({ tractBookId }: TractBookIdCriteria, { order }: Asked): Hits | undefined {
  const range = numberOfKind(tractBookId, 'B');
  if (!range) return undefined;
  return {
    unique: true,
    select: (s, generation) =>
      `SELECT ${order.select()} FROM tract_book WHERE generation = ${generation} AND ${ordinalSql(s, 'sk_entry', range)}`,
  };
}

/** The entries whose legal descriptions match the criteria. */
export function tractBookLegalHits(
  criteria: TractBookLegalCriteria,
  { index, order }: Asked,
): Hits | undefined {
  const { fromRecordedDate, toRecordedDate } = criteria;
  const limits = limitsOf({ fromRecordedDate, toRecordedDate }, index);
  const condition = legalCondition(criteria);
  if (!limits || !condition) return undefined;
  return {
    select: (s, generation) =>
      `SELECT ${order.select()} FROM tract_legal WHERE generation = ${generation} AND kind = ${s.bind(criteria.legalType, 'text')}${condition(s)}${limitSql(s, limits)}`,
  };
}
