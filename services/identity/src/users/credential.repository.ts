import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

@Injectable()
export class CredentialRepository {
  async findHash(tx: Tx, user: string): Promise<string | undefined> {
    return (await tx.row<{ hash: string }>('SELECT hash FROM credential WHERE user_id = $1', [user]))?.hash;
  }

  /** Saves a new password and resets the count of wrong passwords. */
  async save(tx: Tx, user: string, hash: string, now: Date): Promise<void> {
    await tx.run(
      `INSERT INTO credential (county_id, user_id, hash, failures, changed_at) VALUES ($1, $2, $3, 0, $4)
       ON CONFLICT (county_id, user_id) DO UPDATE SET hash = excluded.hash, failures = 0, changed_at = excluded.changed_at`,
      [tx.countyId, user, hash, now],
    );
  }

  /** Stores a new hash of the same password, unless the password was changed in the meantime. */
  async rehash(tx: Tx, user: string, from: string, to: string): Promise<void> {
    await tx.run('UPDATE credential SET hash = $3 WHERE user_id = $1 AND hash = $2', [user, from, to]);
  }

  /**
   * Counts a wrong password.
   * @returns the number of counted wrong passwords since the last right one
   */
  async addFailure(tx: Tx, user: string): Promise<number> {
    const row = await tx.row<{ failures: number }>(
      'UPDATE credential SET failures = failures + 1 WHERE user_id = $1 RETURNING failures',
      [user],
    );
    return row?.failures ?? 0;
  }

  async clearFailures(tx: Tx, user: string): Promise<void> {
    await tx.run('UPDATE credential SET failures = 0 WHERE user_id = $1 AND failures > 0', [user]);
  }
}
