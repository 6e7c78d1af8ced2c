import { documentKey, type DocumentKey } from '@portal/proto/document-key';
import * as z from 'zod/mini';
import { refuse } from '../answers/refusal.js';

/** Reads the key of a record from the browser. Text that is not a key is treated as not found. */
export const recordKey = (id: string): DocumentKey => {
  const key = z.safeParse(documentKey, id);
  return key.success ? key.data : refuse('DOCUMENT_NOT_FOUND');
};
