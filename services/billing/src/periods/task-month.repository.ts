import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { AccountTask, ReviewReason, TaskState } from '@portal/proto/http/billing';
import type { TaskRate } from '@portal/proto/rpc/account-tasks';
import { MOST_MISSED, type NewMonth } from './task.rules.js';

/** Identifies a month of an account's task. */
export interface MonthKey {
  readonly account: string;
  readonly task: AccountTask;
  readonly period: string;
}

export interface Month extends MonthKey {
  readonly accountName: string;
  readonly state: TaskState;
  readonly rate: TaskRate;
  readonly reason: ReviewReason | null;
  readonly at: Date | null;
}

/** A month that the process may charge until the lease ends. Each further claim has a higher attempt number. */
export interface ClaimedMonth extends MonthKey {
  readonly rate: TaskRate;
  readonly attempt: number;
  readonly leaseUntil: Date;
}

/** Which months may be charged. */
export interface Chargeable {
  /**
   * The tasks whose due months may be charged. Months that wait for money, and months that a process left unfinished,
   * may be charged whatever their task is.
   */
  readonly tasks: readonly AccountTask[];
  /** The only account whose months may be charged; null for all accounts. */
  readonly account: string | null;
  readonly run: string | null;
}

const KEY = 'account_id AS account, task, period';
const SHOWN = `p.account_id AS account, a.name AS "accountName", p.task, p.period, p.state, p.rate, p.reason,
  coalesce(p.settled_at, p.tried_at) AS at`;
const JOINED = `billing_period p
  JOIN billed_account a ON a.county_id = p.county_id AND a.account_id = p.account_id`;
const OPEN = `state IN ('DUE', 'NEEDS_FUNDS', 'NEEDS_REVIEW')`;

/**
 * Months that may be claimed at the time $1. A month that a process left unfinished is charged even if the account
 * has become inactive.
 */
const CLAIMABLE = `
  (p.state = 'CHARGING' AND p.lease_until <= $1
   OR a.status = 'A' AND p.state = 'DUE' AND p.task = ANY($2)
   OR a.status = 'A' AND p.state = 'NEEDS_FUNDS' AND p.next_try_at <= $1)
  AND ($3::uuid IS NULL OR p.account_id = $3)`;

@Injectable()
export class TaskMonthRepository {
  /** Adds months. Months that exist already do not change. */
  async add(tx: Tx, months: readonly (NewMonth & { account: string })[]): Promise<void> {
    if (months.length === 0) return;
    await tx.run(
      `INSERT INTO billing_period (county_id, account_id, task, period, due_at, due_on, state, rate, reason)
       SELECT $1, account, task, period, due_at, due_on,
              CASE WHEN reason IS NULL THEN 'DUE' ELSE 'NEEDS_REVIEW' END, rate, reason
         FROM jsonb_to_recordset($2::jsonb) AS m (account uuid, task text, period text, due_at timestamptz,
                                                 due_on date, rate jsonb, reason text)
        ORDER BY account, task, period
       ON CONFLICT DO NOTHING`,
      [
        tx.countyId,
        JSON.stringify(
          months.map(({ dueAt, dueOn, ...month }) => ({ ...month, due_at: dueAt, due_on: dueOn })),
        ),
      ],
    );
  }

  /**
   * Leaves the due months of an account's task for review if there are more than `MOST_MISSED` of them. Such months
   * fell due while the task was not charged automatically, and must not be charged unnoticed after staff have switched
   * automatic charging on again. Months that a charge was tried for, or that TRIMIN users made due again, do not count.
   */
  async reviewMissed(tx: Tx, tasks: readonly AccountTask[]): Promise<void> {
    const waiting = `county_id = $1 AND state = 'DUE' AND attempts = 0 AND task = ANY($2)`;
    await tx.run(
      `UPDATE billing_period SET state = 'NEEDS_REVIEW', reason = 'MONTHS_MISSED'
        WHERE ${waiting} AND (account_id, task) IN (
          SELECT account_id, task FROM billing_period WHERE ${waiting}
           GROUP BY account_id, task HAVING count(*) > ${MOST_MISSED})`,
      [tx.countyId, tasks],
    );
  }

  /** Claims the oldest month that may be charged. The month is reserved for the caller until the lease ends. */
  async claim(tx: Tx, now: Date, leaseUntil: Date, of: Chargeable): Promise<ClaimedMonth | undefined> {
    return tx.row<ClaimedMonth>(
      `UPDATE billing_period
          SET state = 'CHARGING', lease_until = $4, tried_at = $1, next_try_at = NULL, attempts = attempts + 1,
              run_id = coalesce($5, run_id)
        WHERE county_id = $6 AND (account_id, task, period) = (
          SELECT p.account_id, p.task, p.period FROM ${JOINED}
           WHERE p.county_id = $6 AND ${CLAIMABLE} ORDER BY p.period, p.account_id LIMIT 1 FOR UPDATE OF p SKIP LOCKED)
        RETURNING ${KEY}, rate, attempts AS attempt, lease_until AS "leaseUntil"`,
      [now, of.tasks, of.account, leaseUntil, of.run, tx.countyId],
    );
  }

  /** True if there are months that may be charged or are being charged. */
  async hasWork(tx: Tx, now: Date, of: Chargeable): Promise<boolean> {
    const row = await tx.row(
      `SELECT 1 AS found FROM ${JOINED}
        WHERE p.county_id = $4 AND (p.state = 'CHARGING' OR ${CLAIMABLE}) LIMIT 1`,
      [now, of.tasks, of.account, tx.countyId],
    );
    return row !== undefined;
  }

  /**
   * Records that the payments service has charged a month, even if the lease has ended.
   * @returns false when the charge was recorded before
   */
  async settle(tx: Tx, { account, task, period }: MonthKey, at: Date): Promise<boolean> {
    const settled = await tx.run(
      `UPDATE billing_period SET state = 'DONE', settled_at = $4, lease_until = NULL, next_try_at = NULL, reason = NULL
        WHERE account_id = $1 AND task = $2 AND period = $3 AND state <> 'DONE'`,
      [account, task, period, at],
    );
    return settled === 1;
  }

  /**
   * Records that the account has too little money. If a deposit has arrived since the claim, the month can be charged
   * again at once.
   * @returns whether to notify the account; undefined when another process has claimed the month
   */
  async needFunds(tx: Tx, month: ClaimedMonth, now: Date, again: Date): Promise<boolean | undefined> {
    const row = await tx.row<{ told: Date | null }>(
      `WITH before AS (SELECT funds_told_at FROM billing_period WHERE account_id = $1 AND task = $2 AND period = $3)
       UPDATE billing_period SET state = 'NEEDS_FUNDS', lease_until = NULL,
              next_try_at = coalesce(next_try_at, $5), funds_told_at = coalesce(funds_told_at, $6)
        WHERE account_id = $1 AND task = $2 AND period = $3 AND state = 'CHARGING' AND attempts = $4
       RETURNING (SELECT funds_told_at FROM before) AS told`,
      [month.account, month.task, month.period, month.attempt, again, now],
    );
    return row && row.told === null;
  }

  /**
   * Marks a month as needing review, because the payments service has refused to charge it. Does nothing if another
   * process has claimed the month.
   */
  async needReview(tx: Tx, month: ClaimedMonth): Promise<void> {
    await tx.run(
      `UPDATE billing_period SET state = 'NEEDS_REVIEW', reason = 'MONTHS_MISSED', lease_until = NULL, next_try_at = NULL
        WHERE account_id = $1 AND task = $2 AND period = $3 AND state = 'CHARGING' AND attempts = $4`,
      [month.account, month.task, month.period, month.attempt],
    );
  }

  /**
   * Lets the months that wait for money be charged again at once, after a deposit or when staff begin a run. A month
   * that is being charged now is included, because its charge may still fail for lack of money.
   */
  async tryAgain(tx: Tx, account: string | null, now: Date): Promise<number> {
    return tx.run(
      `UPDATE billing_period SET next_try_at = $2
        WHERE county_id = $3 AND state IN ('NEEDS_FUNDS', 'CHARGING') AND ($1::uuid IS NULL OR account_id = $1)`,
      [account, now, tx.countyId],
    );
  }

  /**
   * Returns the open months of an account, including one that is being charged, and locks them until the transaction
   * ends.
   */
  lockOpen(tx: Tx, account: string): Promise<(MonthKey & { state: TaskState; dueOn: string })[]> {
    return tx.rows(
      `SELECT ${KEY}, state, to_char(due_on, 'YYYY-MM-DD') AS "dueOn" FROM billing_period
        WHERE county_id = $2 AND account_id = $1 AND state NOT IN ('DONE', 'SKIPPED_MANUAL')
        ORDER BY account_id, task, period FOR UPDATE`,
      [account, tx.countyId],
    );
  }

  /** Marks a month as done outside the portal, as staff reported. */
  async skip(tx: Tx, { account, task, period }: MonthKey, now: Date): Promise<void> {
    await tx.run(
      `UPDATE billing_period SET state = 'SKIPPED_MANUAL', settled_at = $4, reason = NULL, next_try_at = NULL
        WHERE account_id = $1 AND task = $2 AND period = $3 AND ${OPEN}`,
      [account, task, period, now],
    );
  }

  /** Adds a month that staff have marked as done before it fell due. An existing month does not change. */
  async addSkipped(tx: Tx, month: MonthKey & { dueAt: Date; dueOn: string }, now: Date): Promise<void> {
    const rate: TaskRate = { funding: null, amount: 0, images: null, unlimitedUntil: null };
    await tx.run(
      `INSERT INTO billing_period (county_id, account_id, task, period, due_at, due_on, state, rate, settled_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'SKIPPED_MANUAL', $7, $8) ON CONFLICT DO NOTHING`,
      [tx.countyId, month.account, month.task, month.period, month.dueAt, month.dueOn, rate, now],
    );
  }

  /** Lists the next months, after the given key, that wait for money or for review. */
  listWaiting(tx: Tx, account: string | null, after: MonthKey, limit: number): Promise<MonthKey[]> {
    return tx.rows<MonthKey>(
      `SELECT ${KEY} FROM billing_period
        WHERE county_id = $6 AND state IN ('NEEDS_FUNDS', 'NEEDS_REVIEW') AND ($1::uuid IS NULL OR account_id = $1)
          AND (account_id, task, period) > ($2, $3, $4)
        ORDER BY account_id, task, period LIMIT $5 FOR UPDATE`,
      [account, after.account, after.task, after.period, limit, tx.countyId],
    );
  }

  /**
   * Makes a month due again at a new rate. If the account pays by card, the month is left for review. A charged month
   * does not change.
   */
  async reopen(tx: Tx, { account, task, period }: MonthKey, rate: TaskRate | undefined): Promise<void> {
    await tx.run(
      `UPDATE billing_period
          SET rate = coalesce($4, rate), next_try_at = NULL, funds_told_at = NULL, attempts = attempts + 1,
              state = CASE WHEN coalesce($4, rate)->>'funding' IS NULL THEN 'NEEDS_REVIEW' ELSE 'DUE' END,
              reason = CASE WHEN coalesce($4, rate)->>'funding' IS NULL THEN 'PAYS_BY_CARD' END
        WHERE account_id = $1 AND task = $2 AND period = $3 AND state IN ('NEEDS_FUNDS', 'NEEDS_REVIEW')`,
      [account, task, period, rate ?? null],
    );
  }

  listOfAccount(tx: Tx, account: string, limit: number): Promise<Month[]> {
    return tx.rows<Month>(
      `SELECT ${SHOWN} FROM ${JOINED} WHERE p.county_id = $3 AND p.account_id = $1
        ORDER BY p.period DESC, p.task LIMIT $2`,
      [account, limit, tx.countyId],
    );
  }

  /** Lists months by state, the oldest first. */
  listByState(tx: Tx, state: TaskState, offset: number, limit: number): Promise<Month[]> {
    return tx.rows<Month>(
      `SELECT ${SHOWN} FROM ${JOINED} WHERE p.county_id = $4 AND p.state = $1
        ORDER BY p.period, p.account_id, p.task OFFSET $2 LIMIT $3`,
      [state, offset, limit, tx.countyId],
    );
  }

  listOfRun(tx: Tx, run: string, offset: number, limit: number): Promise<Month[]> {
    return tx.rows<Month>(
      `SELECT ${SHOWN} FROM ${JOINED} WHERE p.county_id = $4 AND p.run_id = $1
        ORDER BY p.state DESC, p.account_id, p.task, p.period OFFSET $2 LIMIT $3`,
      [run, offset, limit, tx.countyId],
    );
  }

  /** Counts the county's open months by state. */
  async countOpen(tx: Tx): Promise<Partial<Record<TaskState, number>>> {
    const rows = await tx.rows<{ state: TaskState; count: number }>(
      `SELECT state, count(*)::int AS count FROM billing_period
        WHERE county_id = $1 AND state NOT IN ('DONE', 'SKIPPED_MANUAL') GROUP BY state`,
      [tx.countyId],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  async countOfRun(tx: Tx, run: string): Promise<Partial<Record<TaskState, number>>> {
    const rows = await tx.rows<{ state: TaskState; count: number }>(
      'SELECT state, count(*)::int AS count FROM billing_period WHERE county_id = $2 AND run_id = $1 GROUP BY state',
      [run, tx.countyId],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }
}
