import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

export interface StoredFactor {
  readonly sealedKey: string;
  readonly confirmed: boolean;
}

@Injectable()
export class SecondFactorRepository {
  find(tx: Tx, user: string): Promise<StoredFactor | undefined> {
    return tx.row<StoredFactor>(
      `SELECT sealed_key AS "sealedKey", confirmed_at IS NOT NULL AS confirmed
         FROM second_factor WHERE user_id = $1`,
      [user],
    );
  }

  /**
   * Stores an unconfirmed key, replacing another unconfirmed one.
   * @returns false when the user has a confirmed key
   */
  async offer(tx: Tx, user: string, sealedKey: string, now: Date): Promise<boolean> {
    const offered = await tx.run(
      `INSERT INTO second_factor (county_id, user_id, sealed_key, last_step, created_at) VALUES ($1, $2, $3, 0, $4)
       ON CONFLICT (county_id, user_id) DO UPDATE SET sealed_key = excluded.sealed_key, created_at = excluded.created_at
         WHERE second_factor.confirmed_at IS NULL`,
      [tx.countyId, user, sealedKey, now],
    );
    return offered === 1;
  }

  /** @returns false when the key has changed or is already confirmed */
  async confirm(tx: Tx, user: string, sealedKey: string, step: number, now: Date): Promise<boolean> {
    const confirmed = await tx.run(
      `UPDATE second_factor SET confirmed_at = $3, last_step = $4
        WHERE user_id = $1 AND sealed_key = $2 AND confirmed_at IS NULL`,
      [user, sealedKey, now, step],
    );
    return confirmed === 1;
  }

  /**
   * Uses up the code of a time step.
   * @returns false when a code of this or a later step was used before
   */
  async useStep(tx: Tx, user: string, step: number): Promise<boolean> {
    const used = await tx.run(
      'UPDATE second_factor SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
      [user, step],
    );
    return used === 1;
  }

  async addRecoveryCodes(tx: Tx, user: string, hashes: readonly string[]): Promise<void> {
    await tx.run(
      'INSERT INTO recovery_code (county_id, user_id, code_hash) SELECT $1, $2, unnest($3::text[])',
      [tx.countyId, user, hashes],
    );
  }

  /** @returns false when the code does not exist */
  async useRecoveryCode(tx: Tx, user: string, hash: string): Promise<boolean> {
    return (
      (await tx.run('DELETE FROM recovery_code WHERE user_id = $1 AND code_hash = $2', [user, hash])) === 1
    );
  }

  async countRecoveryCodes(tx: Tx, user: string): Promise<number> {
    const row = await tx.row<{ left: number }>(
      'SELECT count(*)::integer AS left FROM recovery_code WHERE user_id = $1',
      [user],
    );
    return row?.left ?? 0;
  }

  async remove(tx: Tx, user: string): Promise<boolean> {
    await tx.run('DELETE FROM recovery_code WHERE user_id = $1', [user]);
    return (await tx.run('DELETE FROM second_factor WHERE user_id = $1', [user])) === 1;
  }
}
