import { hash } from 'node:crypto';

/** A short digest that identifies a search: equal values have equal digests. */
export const searchDigest = (search: unknown): string =>
  hash('sha256', JSON.stringify(search), 'base64url').slice(0, 22);
