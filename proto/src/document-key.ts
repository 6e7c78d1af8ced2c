import * as z from 'zod/mini';

/** The first character is the document type, the rest the document number (A9-41). */
export const documentKey = z.string().check(z.regex(/^[A-Z][A-Z0-9.-]{1,30}$/, 'forms:invalidCharacters'));
export type DocumentKey = z.infer<typeof documentKey>;

export const documentTypeOf = (key: DocumentKey): string => key.slice(0, 1);
export const documentNumberOf = (key: DocumentKey): string => key.slice(1);
