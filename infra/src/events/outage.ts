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

/**
 * A lock that was not free, a statement that ran out of time, transactions that stood in each other's way, a service
 * that was asked and is busy, late or away.
 */
const BUSY_CODES = new Set([
  ...['55P03', '57014', '40001', '40P01'],
  ...['SERVICE_BUSY', 'SERVICE_TIMEOUT', 'SERVICE_UNAVAILABLE'],
]);

/** True when the same work may well succeed later, however often it failed. */
export const isTransient = (error: unknown): boolean =>
  isOutage(error) || BUSY_CODES.has(sqlState(error) ?? '');
