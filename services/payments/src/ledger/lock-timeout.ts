import { sqlState } from '@portal/infra/db';

/** True if a statement waited too long for a row that another transaction had locked; nothing was changed. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';

const TRIES = 3;

/**
 * Runs a whole transaction again if it waited too long for a row that another transaction had locked.
 * @throws what the last attempt threw
 */
export async function beyondLocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isLockTimeout(error) || tried === TRIES) throw error;
    }
  }
}
