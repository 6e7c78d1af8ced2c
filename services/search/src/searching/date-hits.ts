import type { DateCriteria } from '@portal/proto/criteria/date';
import type { Asked } from './asked.js';
import { limitSql, limitsOf } from './conditions.js';
import type { Hits } from './hit-statement.js';

/** The hits of a date search: all documents that were recorded in its range of dates. */
export function dateHits(criteria: DateCriteria, { index, order }: Asked): Hits | undefined {
  const limits = limitsOf(criteria, index);
  if (!limits) return undefined;
  return {
    unique: true,
    select: (s, generation) =>
      `SELECT ${order.select()} FROM document WHERE generation = ${generation} AND NOT sealed${limitSql(s, limits)}`,
  };
}
