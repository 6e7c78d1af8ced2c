import { sqlState } from '../db/index.js';
import { isOutage } from '../log/index.js';

/**
 * A lock that was not free, a statement that timed out, transactions in conflict, or a called service that is busy,
 * late or unavailable.
 */
const BUSY_CODES = new Set([
  ...['55P03', '57014', '40001', '40P01'],
  ...['SERVICE_BUSY', 'SERVICE_TIMEOUT', 'SERVICE_UNAVAILABLE'],
]);

/** True when the same work may succeed later, however often it has failed. */
export const isTransient = (error: unknown): boolean =>
  isOutage(error) || BUSY_CODES.has(sqlState(error) ?? '');
