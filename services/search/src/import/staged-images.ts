import { ordinalOfKey } from '../matching/document-number.rules.js';
import { reject, requiredText } from './row.rules.js';
import type { StagedFile } from './staged-file.js';

/**
 * Checks the record keys in images.csv, so that wrong keys and pages of missing records are reported before the index
 * is live. The imaging service reads the pages afterwards.
 */
export const images: StagedFile = {
  file: 'images.csv',
  table: 'staged_image',
  columns: 'ordinal bigint',
  header: ['document_key', 'last_page', 'file'],
  stage: (row) => {
    const key = requiredText(row, 'document_key', 40).toUpperCase();
    return [ordinalOfKey(key) ?? reject('document_key', 'no document key')];
  },
};
