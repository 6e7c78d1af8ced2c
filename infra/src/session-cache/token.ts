import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new session token: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The hash that is stored and sent between services instead of the token. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');
