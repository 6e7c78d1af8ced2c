import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { CardMode, HostedSession } from '../cards/card-provider.js';
import { merchantLock } from '../cards/merchant-lock.sql.js';
import { isSession } from '../payers/session.sql.js';
import { mayMove, type AttemptState } from './attempt.states.js';

export type Purpose = 'DEPOSIT' | 'PREAUTH' | 'EFILE';

export interface Attempt {
  readonly id: string;
  readonly countyId: string;
  readonly accountId: string | null;
  readonly userId: string;
  readonly sessionId: string | null;
  readonly purpose: Purpose;
  /** The filing that an EFILE payment is for. */
  readonly subjectId: string | null;
  readonly provider: string;
  readonly merchantRef: string;
  readonly mode: CardMode;
  /** Amount on the card, in cents. */
  readonly expected: bigint;
  /** Cents that are credited or may be spent, without the surcharge. */
  readonly credit: bigint;
  readonly refId: string;
  readonly tokenExpiresAt: Date;
  readonly state: AttemptState;
  readonly transactionId: string | null;
  readonly sessionEnded: boolean;
  readonly createdAt: Date;
  readonly correlationId: string;
}

export type NewAttempt = Omit<Attempt, 'state' | 'transactionId' | 'sessionEnded'>;

/** Columns that a transition may set; omitted columns keep their values. */
export interface AttemptChanges {
  readonly transactionId?: string;
  readonly suspectId?: string;
  readonly failure?: string;
  readonly verifiedAt?: Date;
  /** The time of the next check; null when there is nothing more to check. */
  readonly nextLookAt?: Date | null;
}

interface AttemptRow {
  id: string;
  county_id: string;
  account_id: string | null;
  user_id: string;
  session_id: string | null;
  purpose: Purpose;
  subject_id: string | null;
  provider: string;
  merchant_ref: string;
  mode: CardMode;
  expected_minor: string;
  credit_minor: string;
  ref_id: string;
  token_expires_at: Date;
  state: AttemptState;
  provider_txn_id: string | null;
  session_ended: boolean;
  created_at: Date;
  correlation_id: string;
}

const toAttempt = (row: AttemptRow): Attempt => ({
  id: row.id,
  countyId: row.county_id,
  accountId: row.account_id,
  userId: row.user_id,
  sessionId: row.session_id,
  purpose: row.purpose,
  subjectId: row.subject_id,
  provider: row.provider,
  merchantRef: row.merchant_ref,
  mode: row.mode,
  expected: BigInt(row.expected_minor),
  credit: BigInt(row.credit_minor),
  refId: row.ref_id,
  tokenExpiresAt: row.token_expires_at,
  state: row.state,
  transactionId: row.provider_txn_id,
  sessionEnded: row.session_ended,
  createdAt: row.created_at,
  correlationId: row.correlation_id,
});

@Injectable()
export class AttemptRepository {
  async insert(tx: Tx, attempt: NewAttempt, nextLookAt: Date): Promise<void> {
    await tx.run(
      `INSERT INTO payment_attempt (id, county_id, account_id, user_id, session_id, purpose, provider, merchant_ref, mode,
         expected_minor, credit_minor, currency, ref_id, token_expires_at, state, next_look_at, created_at, correlation_id,
         subject_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'USD', $12, $13, 'CREATED', $14, $15, $16, $17)`,
      [
        ...[attempt.id, tx.countyId, attempt.accountId, attempt.userId, attempt.sessionId, attempt.purpose],
        ...[attempt.provider, attempt.merchantRef, attempt.mode, String(attempt.expected)],
        ...[String(attempt.credit), attempt.refId, attempt.tokenExpiresAt, nextLookAt],
        ...[attempt.createdAt, attempt.correlationId, attempt.subjectId],
      ],
    );
  }

  async find(tx: Tx, id: string): Promise<Attempt | undefined> {
    const row = await tx.row<AttemptRow>('SELECT * FROM payment_attempt WHERE id = $1', [id]);
    return row && toAttempt(row);
  }

  /** Finds the newest attempt of a session, whatever its state. */
  async findNewest(
    tx: Tx,
    userId: string,
    sessionId: string | null,
    purpose: Purpose,
  ): Promise<Attempt | undefined> {
    const row = await tx.row<AttemptRow>(
      `SELECT * FROM payment_attempt
        WHERE county_id = $1 AND user_id = $2 AND ${isSession('$3')} AND purpose = $4
        ORDER BY created_at DESC, id LIMIT 1`,
      [tx.countyId, userId, sessionId, purpose],
    );
    return row && toAttempt(row);
  }

  /**
   * Finds the session's newest card page that waits for a payment of this amount by this account and can still be
   * opened at the given time. The account has to match, because a user who was moved to another account must not pay
   * for the earlier account.
   * @param alsoOfEnded include ended sessions of the user
   */
  async findWaiting(
    tx: Tx,
    { userId, sessionId, accountId, purpose, expected, merchantRef }: NewAttempt,
    openAt: Date,
    alsoOfEnded: boolean,
  ): Promise<{ attempt: Attempt; session: HostedSession } | undefined> {
    const row = await tx.row<AttemptRow & { hosted_session: HostedSession }>(
      `SELECT * FROM payment_attempt
        WHERE county_id = $1 AND user_id = $2 AND (${isSession('$3')} OR ($8 AND session_ended))
          AND purpose = $4 AND expected_minor = $5 AND merchant_ref = $6 AND state = 'TOKEN_ISSUED' AND provider_txn_id IS NULL
          AND hosted_session IS NOT NULL AND token_expires_at >= $7
          AND account_id IS NOT DISTINCT FROM $9
        ORDER BY created_at DESC, id LIMIT 1`,
      [
        ...[tx.countyId, userId, sessionId, purpose, String(expected), merchantRef, openAt, alsoOfEnded],
        accountId,
      ],
    );
    return row && { attempt: toAttempt(row), session: row.hosted_session };
  }

  /** Assigns the card page to this session, so that a payment on it counts for this session. */
  async handTo(tx: Tx, id: string, sessionId: string | null): Promise<void> {
    await tx.run('UPDATE payment_attempt SET session_id = $2, session_ended = false WHERE id = $1', [
      id,
      sessionId,
    ]);
  }

  /** Stores the data that open the card page of an attempt. */
  async keepSession(tx: Tx, id: string, session: HostedSession): Promise<void> {
    await tx.run('UPDATE payment_attempt SET hosted_session = $2 WHERE id = $1', [
      id,
      JSON.stringify(session),
    ]);
  }

  async findByReference(
    tx: Tx,
    provider: string,
    merchantRef: string,
    refId: string,
  ): Promise<Attempt | undefined> {
    const row = await tx.row<AttemptRow>(
      'SELECT * FROM payment_attempt WHERE provider = $1 AND merchant_ref = $2 AND ref_id = $3',
      [provider, merchantRef, refId],
    );
    return row && toAttempt(row);
  }

  /**
   * True if the county still has this merchant, which another replica may have replaced a moment ago. The answer stays
   * true until the transaction ends, because a change of the merchant waits for this transaction and then finds the
   * attempt.
   */
  async hasMerchant(tx: Tx, merchantRef: string): Promise<boolean> {
    await tx.run(`SELECT pg_advisory_xact_lock_shared(${merchantLock})`, [tx.countyId]);
    const entered = await tx.row<{ merchant: string }>(
      'SELECT merchant FROM card_merchant WHERE county_id = $1',
      [tx.countyId],
    );
    // a county without a row uses the merchant of the operator's file
    return entered === undefined || entered.merchant === merchantRef;
  }

  /**
   * Keeps other card pages of the user from opening or being settled until the transaction ends. Take this lock before
   * an attempt's lock: opening a card page may take over a waiting page of the user, and settling a payment may close
   * the user's previous authorization.
   */
  async lockPayer(tx: Tx, userId: string): Promise<void> {
    await tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`card:${tx.countyId}:${userId}`]);
  }

  /** Locks the attempt until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<Attempt> {
    const row = await tx.row<AttemptRow>('SELECT * FROM payment_attempt WHERE id = $1 FOR UPDATE', [id]);
    if (!row) throw new Error(`attempt ${id} is gone`);
    return toAttempt(row);
  }

  /**
   * Changes the state of an attempt, but only if the old state is `from`. No other statement changes the state of an
   * attempt.
   * @returns false when the attempt was in another state
   * @throws when the table of states has no such transition
   */
  async move(
    tx: Tx,
    id: string,
    from: AttemptState,
    to: AttemptState,
    changes: AttemptChanges = {},
  ): Promise<boolean> {
    if (from !== to && !mayMove(from, to)) throw new Error(`an attempt may not move from ${from} to ${to}`);
    const { transactionId, suspectId, failure, verifiedAt, nextLookAt } = changes;
    const moved = await tx.run(
      `UPDATE payment_attempt SET state = $3,
         provider_txn_id = coalesce($4, provider_txn_id), suspect_txn_id = coalesce($5, suspect_txn_id),
         failure = coalesce($6, failure), verified_at = coalesce($7, verified_at),
         next_look_at = CASE WHEN $8 THEN $9 ELSE next_look_at END
        WHERE id = $1 AND state = $2`,
      [
        ...[id, from, to, transactionId ?? null, suspectId ?? null, failure ?? null, verifiedAt ?? null],
        ...[nextLookAt !== undefined, nextLookAt ?? null],
      ],
    );
    return moved === 1;
  }

  /** Records a declined transaction once; the card page stays open for another card. */
  async noteDecline(tx: Tx, id: string, transactionId: string, at: Date): Promise<void> {
    await tx.run(
      `UPDATE payment_attempt SET declined_txn_ids = declined_txn_ids || $2::text, declined_at = $3
        WHERE id = $1 AND $2 <> ALL (declined_txn_ids)`,
      [id, transactionId, at],
    );
  }

  /** Records a transaction that does not match the attempt. False when it was recorded before. */
  async noteRefusal(tx: Tx, id: string, transactionId: string): Promise<boolean> {
    // stores only the newest hundred ids, so that invented ids cannot fill the table
    const noted = await tx.run(
      `UPDATE payment_attempt
          SET refused_txn_ids = (refused_txn_ids || $2::text)[greatest(cardinality(refused_txn_ids) - 98, 1):]
        WHERE id = $1 AND $2 <> ALL (refused_txn_ids)`,
      [id, transactionId],
    );
    return noted === 1;
  }

  /** Records why a held transaction would be refused. False when it was recorded before. */
  async noteDoubt(tx: Tx, id: string, failure: string): Promise<boolean> {
    const noted = await tx.run(
      'UPDATE payment_attempt SET failure = $2 WHERE id = $1 AND failure IS DISTINCT FROM $2',
      [id, failure],
    );
    return noted === 1;
  }

  /**
   * Counts the unpaid card pages and the declined cards of a user since a given time (S37). Attempts without a token
   * count for only a minute, so that an outage of the provider locks nobody out. If a session is given, only
   * attempts of this session count. Concurrent calls for a user wait for each other.
   */
  async countFailures(
    tx: Tx,
    { userId, sessionId }: Pick<Attempt, 'userId' | 'sessionId'>,
    since: Date,
    tokenAskedSince: Date,
  ): Promise<{ unfinished: number; declined: number }> {
    await this.lockPayer(tx, userId);
    const row = await tx.row<{ unfinished: string; declined: string | null }>(
      `SELECT count(*) FILTER (WHERE provider_txn_id IS NULL
                AND (state <> 'CREATED' OR created_at >= $4)) AS unfinished,
              sum(cardinality(declined_txn_ids)) FILTER (WHERE declined_at >= $3) AS declined
         FROM payment_attempt
        WHERE county_id = $1 AND user_id = $2 AND created_at >= $3 AND ($5::text IS NULL OR session_id = $5)`,
      [tx.countyId, userId, since, tokenAskedSince, sessionId],
    );
    return { unfinished: Number(row?.unfinished ?? 0), declined: Number(row?.declined ?? 0) };
  }

  /** Claims the county's attempt that has been overdue longest, unless another process works on it. */
  async claimNext(tx: Tx, now: Date, nextLookAt: Date): Promise<Attempt | undefined> {
    const row = await tx.row<AttemptRow>(
      `UPDATE payment_attempt SET next_look_at = $3
        WHERE id = (SELECT id FROM payment_attempt WHERE county_id = $1 AND next_look_at <= $2
                     ORDER BY next_look_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [tx.countyId, now, nextLookAt],
    );
    return row && toAttempt(row);
  }

  /** Marks the attempts of an ended session, so that preauthorizations that turn up afterwards are closed at once. */
  async markSessionEnded(tx: Tx, sessionId: string): Promise<void> {
    await tx.run(
      `UPDATE payment_attempt SET session_ended = true WHERE county_id = $1 AND session_id = $2 AND purpose = 'PREAUTH'`,
      [tx.countyId, sessionId],
    );
  }
}
