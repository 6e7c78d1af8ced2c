import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The owner of a search; a timestamp opens its hit list only for this owner. */
export interface Searcher {
  readonly county: string;
  readonly user: string;
}

/** The content of a timestamp: the hit list, its generation, and a digest of criteria and order. */
export interface ReadTimestamp {
  readonly id: string;
  readonly generation: number;
  readonly digest: string;
}

/** 24 letters of base64url. */
const signatureBytes = 18;

const sign = (key: KeyObject, { county, user }: Searcher, body: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([county, user, body]))
    .digest()
    .subarray(0, signatureBytes);

/**
 * An opaque text that only the server can create, valid only for this searcher
 * (search/DESIGN.md#timestamps-and-hit-lists).
 */
export function writeTimestamp(
  key: KeyObject,
  searcher: Searcher,
  { id, generation, digest }: ReadTimestamp,
): string {
  const body = `${id}.${generation}.${digest}`;
  return `${body}.${sign(key, searcher, body).toString('base64url')}`;
}

/**
 * Reads a timestamp; undefined when it was forged or belongs to someone else.
 * @param keys the keys that may have signed the timestamp
 */
export function readTimestamp(
  keys: readonly KeyObject[],
  searcher: Searcher,
  text: string,
): ReadTimestamp | undefined {
  const found = /^([\w-]{22})\.(\d{1,9})\.([\w-]{22})\.([\w-]{24})$/.exec(text);
  if (!found) return undefined;
  const [, id = '', generation = '', digest = '', signature = ''] = found;
  const body = `${id}.${generation}.${digest}`;
  const given = Buffer.from(signature, 'base64url');
  const isSignedWith = (key: KeyObject): boolean => timingSafeEqual(given, sign(key, searcher, body));
  return keys.some(isSignedWith) ? { id, generation: Number(generation), digest } : undefined;
}
