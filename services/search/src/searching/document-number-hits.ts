import type { DocumentNumberCriteria } from '@portal/proto/criteria/document-number';
import { documentNumberRange } from '../matching/document-number.rules.js';
import type { HitOrder } from './hit-order.js';
import type { Hits } from './hit-statement.js';

/** The hits of a document number search (search.md 9); undefined when no document can have such a number. */
export function documentNumberHits(criteria: DocumentNumberCriteria, order: HitOrder): Hits | undefined {
  const range = documentNumberRange(criteria.fromDocumentNumber, criteria.toDocumentNumber);
  if (!range) return undefined;
  const chosen = criteria.documentType.toUpperCase();
  const types = [chosen, range.documentType].filter((type) => type !== undefined && type !== 'ALL');
  return (s, generation) =>
    `SELECT ${order.select} FROM document WHERE generation = ${generation} AND NOT sealed
      AND sk_doc >= ${s.bind(range.from, 'bigint')} AND sk_doc < ${s.bind(range.below, 'bigint')}
      ${types.map((type) => `AND doc_type = ${s.bind(type, 'text')}`).join(' ')}`;
}
