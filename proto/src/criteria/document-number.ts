import * as z from 'zod/mini';
import {
  defineCriteria,
  documentType,
  field,
  shownDocumentType,
  withoutFields,
  type FieldIssues,
} from './definition.js';
import { isUncompared } from './name-rules.js';

const fields = z.object({
  documentType: documentType(),
  fromDocumentNumber: field(40),
  toDocumentNumber: field(40),
});
export type DocumentNumberCriteria = z.output<typeof fields>;

const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');
const isNumeric = (text: string): boolean => /^\d+$/.test(text);

/**
 * True if number `a` is less than number `b`. Both are strings of digits of any length, so they are compared as text:
 * first by length, then by digits.
 */
const less = (a: string, b: string): boolean => {
  const [x, y] = [withoutLeadingZeros(a), withoutLeadingZeros(b)];
  return x.length === y.length ? x < y : x.length < y.length;
};

const rangeIssues = ({
  fromDocumentNumber: from,
  toDocumentNumber: to,
}: DocumentNumberCriteria): FieldIssues => {
  const issues: FieldIssues = isUncompared(from) ? { fromDocumentNumber: 'forms:required' } : {};
  if (to === '') return issues;
  if (from !== '' && !isNumeric(from)) issues.fromDocumentNumber = 'forms:numericRange';
  if (!isNumeric(to)) issues.toDocumentNumber = 'forms:numericRange';
  if (isNumeric(from) && isNumeric(to) && less(to, from)) {
    issues.fromDocumentNumber = 'forms:invalidNumericRange';
    issues.toDocumentNumber = 'forms:invalidNumericRange';
  }
  return issues;
};

/** Search by Document Number (B1-054 to B1-057; search/DESIGN.md#document-numbers). */
export const documentNumberSearch = defineCriteria({
  type: 'searchByDocumentNumber',
  fields,
  issues: rangeIssues,
  shown: (c, t) => [
    {
      key: t('results:criteria.number'),
      value: [c.fromDocumentNumber, c.toDocumentNumber].filter(Boolean).join(' – '),
    },
    ...shownDocumentType(c.documentType, t),
  ],
  widenings: (c) => withoutFields(c, 'search:documentType', { documentType: 'ALL' }),
});
