import { isNativeError } from 'node:util/types';

/** Connection lost, server shutting down or starting, out of resources (SQLSTATE classes 08, 57P, 53). */
const STATES = /^(08|57P|53)/;
const CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);
/** Errors of the clients of PostgreSQL and Redis that have no code. */
const TEXTS = new RegExp(
  [
    ...['timeout exceeded when trying to connect', 'Connection terminated'],
    ...['Client has encountered a connection error', 'Client was closed and is not queryable'],
    ...["Stream isn't writeable", 'Connection is closed', 'Reached the max retries per request limit'],
    'Redis gave no answer',
  ].join('|'),
);

/** True when a server could not be reached, which says nothing about the request itself. */
export function isOutage(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const code = codeOf(error) ?? '';
  return STATES.test(code) || CODES.has(code) || TEXTS.test(error.message);
}

export const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;
