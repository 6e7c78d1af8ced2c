import { hash } from 'node:crypto';

/** A digest that is the same for the same criteria in the same order of results. */
export const searchDigest = (search: unknown): string =>
  hash('sha256', JSON.stringify(search), 'base64url').slice(0, 22);
