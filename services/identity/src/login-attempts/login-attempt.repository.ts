import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { AttemptOutcome } from './login-attempt.entity.js';

export interface Attempt {
  readonly userId: string | null;
  readonly address: string;
  readonly outcome: AttemptOutcome;
  readonly at: Date;
}

@Injectable()
export class LoginAttemptRepository {
  /**
   * The statement is plain SQL, because each sign-in adds a row and the query builder takes longer than the database.
   */
  async add(tx: Tx, { userId, address, outcome, at }: Attempt): Promise<void> {
    await tx.run(
      'INSERT INTO login_attempt (county_id, id, user_id, address, outcome, at) VALUES ($1, $2, $3, $4, $5, $6)',
      [tx.countyId, randomUUID(), userId, address, outcome, at],
    );
  }

  /** Stores the time of the user's last sign-in. Unlike the attempts, it is kept as long as the user exists. */
  async noteLast(tx: Tx, user: string, at: Date): Promise<void> {
    await tx.run(
      `INSERT INTO last_sign_in AS l (county_id, user_id, at) VALUES ($1, $2, $3)
       ON CONFLICT (county_id, user_id) DO UPDATE SET at = greatest(l.at, excluded.at)`,
      [tx.countyId, user, at],
    );
  }

  removeBefore(tx: Tx, before: Date): Promise<number> {
    return tx.run('DELETE FROM login_attempt WHERE at < $1', [before]);
  }
}
