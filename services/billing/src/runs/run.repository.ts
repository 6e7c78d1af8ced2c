import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

export interface TaskRun {
  readonly id: string;
  readonly kind: 'SCHEDULED' | 'ASKED';
  readonly beganAt: Date;
  readonly endedAt: Date | null;
}

/** How far the county's accounts have been checked. */
export interface LookState {
  /** The due time up to which every account has been checked. */
  readonly lookedThrough: Date | null;
  readonly lookedAt: Date | null;
  readonly lastRan: Date | null;
}

const RUN = 'id, kind, began_at AS "beganAt", ended_at AS "endedAt"';
const never: LookState = { lookedThrough: null, lookedAt: null, lastRan: null };

@Injectable()
export class RunRepository {
  async state(tx: Tx): Promise<LookState> {
    const found = await tx.row<LookState>(
      `SELECT looked_through AS "lookedThrough", looked_at AS "lookedAt", last_ran AS "lastRan"
         FROM county_schedule WHERE county_id = $1`,
      [tx.countyId],
    );
    return found ?? never;
  }

  async noteLook(tx: Tx, through: Date, at: Date): Promise<void> {
    await tx.run(
      `INSERT INTO county_schedule AS s (county_id, looked_through, looked_at) VALUES ($1, $2, $3)
       ON CONFLICT (county_id) DO UPDATE SET looked_through = greatest(s.looked_through, excluded.looked_through),
         looked_at = greatest(s.looked_at, excluded.looked_at)`,
      [tx.countyId, through, at],
    );
  }

  async noteRan(tx: Tx, at: Date | null): Promise<void> {
    await tx.run(
      `INSERT INTO county_schedule (county_id, last_ran) VALUES ($1, $2)
       ON CONFLICT (county_id) DO UPDATE SET last_ran = excluded.last_ran`,
      [tx.countyId, at],
    );
  }

  /** Begins the run of a month. Only one run begins, even if several processes try. */
  async beginScheduled(tx: Tx, period: string, now: Date): Promise<void> {
    await tx.run(
      `INSERT INTO task_run (county_id, id, kind, period, asked_by, began_at)
       VALUES ($1, $2, 'SCHEDULED', $3, 'schedule', $4) ON CONFLICT DO NOTHING`,
      [tx.countyId, randomUUID(), period, now],
    );
  }

  /** Adds a run that staff have requested; returns false when such a run is already in progress. */
  async beginAsked(tx: Tx, askedBy: string, now: Date): Promise<boolean> {
    const begun = await tx.run(
      `INSERT INTO task_run (county_id, id, kind, asked_by, began_at) VALUES ($1, $2, 'ASKED', $3, $4)
       ON CONFLICT DO NOTHING`,
      [tx.countyId, randomUUID(), askedBy, now],
    );
    return begun === 1;
  }

  /** Lists the runs that have not ended, newest first. */
  listOpen(tx: Tx): Promise<TaskRun[]> {
    return tx.rows<TaskRun>(
      `SELECT ${RUN} FROM task_run WHERE county_id = $1 AND ended_at IS NULL ORDER BY began_at DESC, id`,
      [tx.countyId],
    );
  }

  /**
   * Lists the counties that have an unfinished run, an account to check, or a month that may be charged. It runs as
   * the worker role.
   */
  async listCountiesWithWork(tx: Tx, now: Date): Promise<string[]> {
    const rows = await tx.rows<{ county: string }>(
      `SELECT county_id AS county FROM task_run WHERE ended_at IS NULL
        UNION SELECT county_id FROM account_to_look_at
        UNION SELECT county_id FROM billing_period
               WHERE state NOT IN ('DONE', 'SKIPPED_MANUAL')
                 AND (state IN ('DUE', 'CHARGING') OR state = 'NEEDS_FUNDS' AND next_try_at <= $1)`,
      [now],
    );
    return rows.map(({ county }) => county);
  }

  async newest(tx: Tx): Promise<TaskRun | undefined> {
    return tx.row<TaskRun>(
      `SELECT ${RUN} FROM task_run WHERE county_id = $1 ORDER BY began_at DESC, id LIMIT 1`,
      [tx.countyId],
    );
  }

  async end(tx: Tx, runs: readonly string[], now: Date): Promise<number> {
    return tx.run(
      'UPDATE task_run SET ended_at = $2 WHERE county_id = $3 AND id = ANY($1) AND ended_at IS NULL',
      [runs, now, tx.countyId],
    );
  }
}
