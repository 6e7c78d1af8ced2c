import type { DocumentNumberCriteria } from '@portal/proto/criteria/document-number';
import { documentNumberRange, type OrdinalRange } from '../matching/document-number.rules.js';
import type { Asked } from './asked.js';
import type { Hits } from './hit-statement.js';
import type { Statement } from './statement.js';

export const ordinalSql = (s: Statement, column: string, { from, below }: OrdinalRange): string =>
  `${column} >= ${s.bind(from, 'bigint')} AND ${column} < ${s.bind(below, 'bigint')}`;

/**
 * The hits of a document number search (search/DESIGN.md#document-numbers); undefined when no document can have such a
 * number.
 */
export function documentNumberHits(criteria: DocumentNumberCriteria, { order }: Asked): Hits | undefined {
  const range = documentNumberRange(criteria.fromDocumentNumber, criteria.toDocumentNumber);
  if (!range) return undefined;
  const chosen = criteria.documentType.toUpperCase();
  const types = [chosen, range.documentType ?? 'ALL'].filter((type) => type !== 'ALL');
  return {
    unique: true,
    select: (s, generation) =>
      `SELECT ${order.select()} FROM document WHERE generation = ${generation} AND NOT sealed AND ${ordinalSql(s, 'sk_doc', range)}
        ${types.map((type) => ` AND doc_type = ${s.bind(type, 'text')}`).join('')}`,
  };
}
