import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { AccountTask } from '@portal/proto/http/billing';
import type { BilledAccount } from '@portal/proto/rpc/account-tasks';

/** An account as the billing service has stored it. */
export interface KnownAccount extends Omit<BilledAccount, 'lastTasksAt'> {
  readonly lastBilled: Date | null;
  readonly lastImageRenewal: Date | null;
  readonly needsBilling: boolean;
  readonly needsImageRenewal: boolean;
}

/** A request to check an account. */
export interface LookRequest {
  readonly account: string;
  /** The time as text with microseconds; a Date holds only milliseconds. */
  readonly askedAt: string;
}

/** The fields of an account that the account list shows; the billing service sends them when they have changed. */
export interface Standing {
  readonly account: string;
  readonly needsBilling: boolean;
  readonly needsImageRenewal: boolean;
  readonly lastTasks: string;
  /**
   * When staff last set `lastTasks`, as far as the billing service knows. If staff have set the day again since then,
   * the identity service keeps their day and ignores the `lastTasks` of this report.
   */
  readonly lastTasksAt: string;
}

const KNOWN = `account_id AS id, name, status, account_type AS "accountType", payment_method AS "paymentMethod",
  monthly_fee AS "monthlyFee", flat_fee_rate_level AS "flatFeeRateLevel",
  to_char(last_tasks, 'YYYY-MM-DD') AS "lastTasks", last_billed AS "lastBilled",
  last_image_renewal AS "lastImageRenewal", needs_billing AS "needsBilling",
  needs_image_renewal AS "needsImageRenewal"`;

const doneColumns = { MONTHLY_FEE: 'last_billed', IMAGE_RENEWAL: 'last_image_renewal' } as const;

/** Returns SQL that is true if the account `a` has an unfinished month of the task. */
const waits = (task: AccountTask): string =>
  `EXISTS (SELECT 1 FROM billing_period p WHERE p.county_id = a.county_id AND p.account_id = a.account_id
             AND p.task = '${task}' AND p.state NOT IN ('DONE', 'SKIPPED_MANUAL'))`;

@Injectable()
export class BilledAccountRepository {
  /**
   * Returns the time at which a check of accounts begins, by the database's clock, which all processes share. The check
   * reads the accounts after that time, so it finds every change that was made before that time.
   */
  async beginLook(tx: Tx): Promise<Date> {
    const row = await tx.row<{ began: Date }>('SELECT clock_timestamp() AS began');
    if (!row) throw new Error('the database did not say the time');
    return row.began;
  }

  /**
   * Stores accounts as the identity service has them. Does not change an account that a later check has already stored
   * (DECISIONS.md#bill-7). Keeps the stored `lastTasks`, unless staff have set the day in the identity service more
   * recently.
   * @returns the accounts as they are now stored, sorted by id and locked until the transaction ends
   */
  async keep(tx: Tx, accounts: readonly BilledAccount[], began: Date): Promise<KnownAccount[]> {
    await tx.run(
      `INSERT INTO billed_account AS known
         (county_id, account_id, name, status, account_type, payment_method, monthly_fee, flat_fee_rate_level,
          last_tasks, last_tasks_at, looked_at)
       SELECT $1, id, name, status, "accountType", "paymentMethod", "monthlyFee", "flatFeeRateLevel", "lastTasks",
              "lastTasksAt", $3
         FROM jsonb_to_recordset($2::jsonb) AS a (id uuid, name text, status text, "accountType" text,
                "paymentMethod" text, "monthlyFee" integer, "flatFeeRateLevel" smallint, "lastTasks" date,
                "lastTasksAt" timestamptz)
        ORDER BY id
       ON CONFLICT (county_id, account_id) DO UPDATE
          SET name = excluded.name, status = excluded.status, account_type = excluded.account_type,
              payment_method = excluded.payment_method, monthly_fee = excluded.monthly_fee,
              flat_fee_rate_level = excluded.flat_fee_rate_level, looked_at = excluded.looked_at,
              last_tasks_at = greatest(known.last_tasks_at, excluded.last_tasks_at),
              last_tasks = CASE WHEN excluded.last_tasks_at > known.last_tasks_at THEN excluded.last_tasks
                           ELSE known.last_tasks END
        WHERE known.looked_at <= excluded.looked_at`,
      [tx.countyId, JSON.stringify(accounts), began],
    );
    return this.list(
      tx,
      accounts.map(({ id }) => id),
    );
  }

  list(tx: Tx, accounts: readonly string[]): Promise<KnownAccount[]> {
    return tx.rows<KnownAccount>(
      `SELECT ${KNOWN} FROM billed_account WHERE county_id = $1 AND account_id = ANY($2) ORDER BY account_id`,
      [tx.countyId, accounts],
    );
  }

  async find(tx: Tx, account: string): Promise<KnownAccount | undefined> {
    const [found] = await this.list(tx, [account]);
    return found;
  }

  /**
   * Locks an account until the transaction ends. Whoever adds months holds this lock too, so no month is added in the
   * meantime. A transaction that also locks months of the account locks the account first.
   */
  async lock(tx: Tx, account: string): Promise<void> {
    await tx.row(
      'SELECT 1 AS locked FROM billed_account WHERE county_id = $1 AND account_id = $2 FOR UPDATE',
      [tx.countyId, account],
    );
  }

  /** Records the day up to which all due months of these accounts have been added. */
  async seeThrough(tx: Tx, accounts: readonly string[], day: string): Promise<void> {
    await tx.run(
      `UPDATE billed_account SET last_tasks = $3
        WHERE county_id = $1 AND account_id = ANY($2) AND last_tasks < $3::date`,
      [tx.countyId, accounts, day],
    );
  }

  async setLastTasks(tx: Tx, account: string, day: string, now: Date): Promise<void> {
    await tx.run(
      `UPDATE billed_account SET last_tasks = $3, last_tasks_at = greatest(last_tasks_at, $4)
        WHERE county_id = $1 AND account_id = $2`,
      [tx.countyId, account, day, now],
    );
  }

  async noteDone(tx: Tx, account: string, task: AccountTask, at: Date): Promise<void> {
    const column = doneColumns[task];
    await tx.run(
      `UPDATE billed_account SET ${column} = greatest(${column}, $3) WHERE county_id = $1 AND account_id = $2`,
      [tx.countyId, account, at],
    );
  }

  /**
   * @returns the accounts of which `needsBilling`, `needsImageRenewal` or `lastTasks` has changed since the last call,
   *   sorted by id
   */
  refreshNeeds(tx: Tx, accounts: readonly string[]): Promise<Standing[]> {
    return tx.rows<Standing>(
      `WITH now AS (
         SELECT a.account_id, ${waits('MONTHLY_FEE')} AS billing, ${waits('IMAGE_RENEWAL')} AS renewal
           FROM billed_account a WHERE a.county_id = $1 AND a.account_id = ANY($2) ORDER BY 1 FOR UPDATE),
       told AS (
         UPDATE billed_account a
            SET needs_billing = now.billing, needs_image_renewal = now.renewal, told_last_tasks = a.last_tasks
           FROM now
          WHERE a.county_id = $1 AND a.account_id = now.account_id
            AND (a.needs_billing, a.needs_image_renewal, a.told_last_tasks)
                IS DISTINCT FROM (now.billing, now.renewal, a.last_tasks)
            AND (a.monthly_fee > 0 OR a.flat_fee_rate_level > 0 OR a.needs_billing OR a.needs_image_renewal
                 OR now.billing OR now.renewal)
         RETURNING a.account_id AS account, a.needs_billing AS "needsBilling",
                   a.needs_image_renewal AS "needsImageRenewal", to_char(a.last_tasks, 'YYYY-MM-DD') AS "lastTasks",
                   to_char(a.last_tasks_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastTasksAt")
       SELECT * FROM told ORDER BY account`,
      [tx.countyId, accounts],
    );
  }

  /** Stops charging accounts that a check of all accounts has not found. */
  async retire(tx: Tx, began: Date): Promise<number> {
    return tx.run(
      `UPDATE billed_account SET status = 'I', looked_at = $2
        WHERE county_id = $1 AND status = 'A' AND looked_at < $2`,
      [tx.countyId, began],
    );
  }

  /** Requests a check of an account. Each request has its own time, by the database's clock. */
  async askToLook(tx: Tx, account: string): Promise<void> {
    await tx.run(
      `INSERT INTO account_to_look_at (county_id, account_id, asked_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (county_id, account_id) DO UPDATE SET asked_at = excluded.asked_at`,
      [tx.countyId, account],
    );
  }

  listToLookAt(tx: Tx, limit: number): Promise<LookRequest[]> {
    return tx.rows<LookRequest>(
      `SELECT account_id AS account, asked_at::text AS "askedAt" FROM account_to_look_at
        WHERE county_id = $1 ORDER BY account_to_look_at.asked_at LIMIT $2`,
      [tx.countyId, limit],
    );
  }

  /** Removes requests to check these accounts; a request that was made again in the meantime stays. */
  async forgetLook(tx: Tx, looked: readonly LookRequest[]): Promise<void> {
    for (const { account, askedAt } of looked)
      await tx.run(
        'DELETE FROM account_to_look_at WHERE county_id = $1 AND account_id = $2 AND asked_at = $3',
        [tx.countyId, account, askedAt],
      );
  }
}
