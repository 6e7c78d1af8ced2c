import { hash } from 'node:crypto';

/** The same criteria in the same order of results have the same digest. */
export const searchDigest = (search: unknown): string =>
  hash('sha256', JSON.stringify(search), 'base64url').slice(0, 22);
