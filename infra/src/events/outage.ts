import { sqlState } from '../db/index.js';

/** Connection lost, server shutting down or starting, no resources (SQLSTATE classes 08, 57P, 53). */
const OUTAGE_STATES = /^(08|57P|53)/;
const OUTAGE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
const OUTAGE_TEXTS =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

/** True when the database could not be asked, which says nothing about the work that was tried. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return (
    OUTAGE_STATES.test(state) ||
    OUTAGE_CODES.has(state) ||
    (error instanceof Error && OUTAGE_TEXTS.test(error.message))
  );
}
