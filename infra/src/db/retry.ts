import { setTimeout as sleep } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';

const RETRIES = 3;
/** SQLSTATE for a prepared statement whose tables have changed since it was prepared. */
export const OTHER_SHAPE = '0A000';
/** SQLSTATE for a wrong password; the role's password may have changed a moment ago. */
export const WRONG_PASSWORD = '28P01';
/**
 * Serialization failure, deadlock, a plan that no longer fits its tables, or a password that is being replaced. The
 * transaction had no effect, and running it again may succeed (infra/DESIGN.md#transactions).
 */
const RETRIABLE = new Set(['40001', '40P01', OTHER_SHAPE, WRONG_PASSWORD]);

/** SQLSTATE of an error from the database, even if TypeORM wrapped it. */
export function sqlState(error: unknown): string | undefined {
  if (!isNativeError(error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True for a duplicate key, in the given constraint if one is named. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return (
    constraint === undefined ||
    (isNativeError(error) && 'constraint' in error && error.constraint === constraint)
  );
}

/** Runs a whole transaction up to three more times, with random and growing waits. */
export async function retrying<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= RETRIES || !RETRIABLE.has(sqlState(error) ?? '')) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
