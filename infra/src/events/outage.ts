import { sqlState } from '../db/index.js';
import { isOutage } from '../log/index.js';

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
