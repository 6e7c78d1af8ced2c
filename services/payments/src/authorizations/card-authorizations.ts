import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { isSession } from '../payers/session.sql.js';

/** A session of a user. Guests share a user, so an authorization belongs to the user and the session together. */
export interface Spender {
  readonly userId: string;
  readonly sessionId: string | null;
}

/** The payment behind an authorization; `expected` is the amount that may be spent, in cents. */
export interface AuthorizedPayment extends Spender {
  readonly id: string;
  readonly accountId: string | null;
  readonly provider: string;
  readonly merchantRef: string;
  readonly expected: bigint;
  readonly sessionEnded: boolean;
  readonly correlationId: string;
}

/** An authorization with an amount left to spend, in cents. */
export interface OpenAuthorization {
  readonly id: string;
  readonly authorized: bigint;
  readonly used: bigint;
}

export type CloseReason = 'SESSION_ENDED' | 'REAUTHORIZED' | 'TOO_OLD' | 'TOO_LATE';

/**
 * The age at which a card authorization is closed, long before the provider drops it
 * (payments/DESIGN.md#card-authorizations).
 */
const LIVES_MS = 23 * 60 * 60_000;

/** Opens authorizations and ends spending from them. */
@Injectable()
export class CardAuthorizations {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Makes the session spend from this authorization, and closes the session's previous authorization. If the session
   * has ended or the payment turns up late, the new authorization is closed at once. The caller holds the payer's lock.
   */
  async open(tx: Tx, payment: AuthorizedPayment, transactionId: string, late: boolean): Promise<void> {
    const { id, accountId, userId, sessionId, provider, merchantRef, expected, correlationId } = payment;
    const reason = closedAtOnce(payment, late);
    const now = this.clock.now();
    const closeAfter = new Date(now.getTime() + LIVES_MS);
    if (!reason) await this.closeSession(tx, { userId, sessionId }, 'REAUTHORIZED');
    await tx.run(
      `INSERT INTO card_authorization (id, county_id, attempt_id, account_id, user_id, session_id, provider, merchant_ref,
         provider_txn_id, authorized_minor, state, close_after, close_reason, next_try_at, correlation_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        ...[
          randomUUID(),
          tx.countyId,
          id,
          accountId,
          userId,
          sessionId,
          provider,
          merchantRef,
          transactionId,
        ],
        ...[String(expected), reason ? 'CLOSING' : 'AUTHORIZED', closeAfter, reason ?? null],
        ...[reason ? now : closeAfter, correlationId, now],
      ],
    );
  }

  async find(tx: Tx, { userId, sessionId }: Spender): Promise<OpenAuthorization | undefined> {
    const row = await tx.row<{ id: string; authorized_minor: string; used_minor: string }>(
      `SELECT id, authorized_minor, used_minor FROM card_authorization
        WHERE county_id = $1 AND user_id = $2 AND ${isSession('$3')} AND state = 'AUTHORIZED'`,
      [tx.countyId, userId, sessionId],
    );
    return row && { id: row.id, authorized: BigInt(row.authorized_minor), used: BigInt(row.used_minor) };
  }

  /** Ends spending from the session's authorization; the closer captures or voids it. */
  async closeSession(tx: Tx, { userId, sessionId }: Spender, reason: CloseReason): Promise<void> {
    await tx.run(
      `UPDATE card_authorization SET state = 'CLOSING', close_reason = $4, next_try_at = $5
        WHERE county_id = $1 AND user_id = $2 AND ${isSession('$3')} AND state = 'AUTHORIZED'`,
      [tx.countyId, userId, sessionId, reason, this.clock.now()],
    );
  }

  /** Does the same as `closeSession` for a session that has ended, of which only the id is known. */
  async closeEndedSession(tx: Tx, sessionId: string): Promise<void> {
    await tx.run(
      `UPDATE card_authorization SET state = 'CLOSING', close_reason = 'SESSION_ENDED', next_try_at = $3
        WHERE county_id = $1 AND session_id = $2 AND state = 'AUTHORIZED'`,
      [tx.countyId, sessionId, this.clock.now()],
    );
  }
}

function closedAtOnce({ sessionEnded }: AuthorizedPayment, late: boolean): CloseReason | undefined {
  if (sessionEnded) return 'SESSION_ENDED';
  return late ? 'TOO_LATE' : undefined;
}
