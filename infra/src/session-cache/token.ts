import { createHmac, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new token for links and cookies: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

const MARK_BYTES = 8;
const markOf = (key: KeyObject, random: Buffer): Buffer =>
  createHmac('sha256', key).update(random).digest().subarray(0, MARK_BYTES);

/**
 * A new session token: 192 random bits and a mark, base64url. Only a process with the key can compute the mark of random
 * bits. A mark proves no session; it only shows that the token was issued once, so that it is worth looking up.
 */
export function newMarkedToken(key: KeyObject): string {
  const random = randomBytes(TOKEN_BYTES - MARK_BYTES);
  return Buffer.concat([random, markOf(key, random)]).toString('base64url');
}

/** True if the token has the mark of one of these keys. */
export function hasMark(token: string, keys: readonly KeyObject[]): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TOKEN_BYTES) return false;
  const [random, mark] = [bytes.subarray(0, -MARK_BYTES), bytes.subarray(-MARK_BYTES)];
  return keys.some((key) => timingSafeEqual(mark, markOf(key, random)));
}

/** The hash that is stored and sent between services instead of the token. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');
