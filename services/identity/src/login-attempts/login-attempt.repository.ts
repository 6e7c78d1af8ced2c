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

export interface RefusedAttempt {
  readonly username: string;
  readonly at: Date;
  readonly reason: Exclude<AttemptOutcome, 'SIGNED_IN'>;
}

export interface AttemptCounts {
  readonly signedIn: number;
  readonly refused: number;
  readonly lastRefusal: RefusedAttempt | null;
}

/** The columns of the last refused attempt; all are null when there is none. */
type FoundRefusal = { readonly [K in keyof RefusedAttempt]: RefusedAttempt[K] | null };

@Injectable()
export class LoginAttemptRepository {
  /**
   * Stores an attempt. The statement is plain SQL, because each sign-in adds a row and the query builder would take
   * longer than the database.
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

  /** Counts the attempts of an account's users since `since`, and finds the last one that was refused. */
  async countOfAccount(tx: Tx, account: string, since: Date): Promise<AttemptCounts> {
    const row = await tx.row<Omit<AttemptCounts, 'lastRefusal'> & FoundRefusal>(
      `WITH tried AS MATERIALIZED (
              SELECT u.username, l.at, l.outcome FROM app_user u JOIN login_attempt l ON l.user_id = u.id
               WHERE u.account_id = $1 AND l.at >= $2),
            counted AS (
              SELECT (count(*) FILTER (WHERE outcome = 'SIGNED_IN'))::int AS "signedIn",
                     (count(*) FILTER (WHERE outcome <> 'SIGNED_IN'))::int AS refused FROM tried),
            last AS (
              SELECT username, at, outcome AS reason FROM tried WHERE outcome <> 'SIGNED_IN'
               ORDER BY at DESC, username LIMIT 1)
       SELECT * FROM counted LEFT JOIN last ON true`,
      [account, since],
    );
    const { signedIn = 0, refused = 0, username, at, reason } = row ?? {};
    const lastRefusal = username && at && reason ? { username, at, reason } : null;
    return { signedIn, refused, lastRefusal };
  }

  removeBefore(tx: Tx, before: Date): Promise<number> {
    return tx.run('DELETE FROM login_attempt WHERE at < $1', [before]);
  }
}
