import { ordinalOfKey } from '../matching/document-number.rules.js';
import { reject, requiredText } from './row.rules.js';
import type { StagedFile } from './staged-file.js';

/**
 * Determines which records have pages. Imaging reads the pages after the index is live; here faults of the file are
 * found earlier, and pages of missing records are left out.
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
