import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { RunFailure } from '@portal/proto/rpc/payments';

export type RunKind = 'DAILY' | 'HOURLY' | 'NOW';

export interface Run {
  readonly kind: RunKind;
  readonly period: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly lines: number;
  readonly open: number;
  /** Why the run failed; '' while it is under way, and after it has succeeded. */
  readonly failure: '' | RunFailure;
}

/** Identifies one process's claim to a run. A process that takes over the run sets a later start time. */
export type RunClaim = Pick<Run, 'kind' | 'period' | 'startedAt'>;

const columns = `kind, period, started_at AS "startedAt", finished_at AS "finishedAt", lines,
  open_findings AS open, failure`;

/** Stores one row for each kind and period of a comparison. This row decides which process makes the comparison. */
@Injectable()
export class RunRepository {
  /**
   * Claims the run of a period. Returns false when the period is done or another process compares it. A run that
   * failed, or whose process died, can be claimed again.
   */
  async claim(tx: Tx, kind: RunKind, period: string, now: Date, leaseUntil: Date): Promise<boolean> {
    const claimed = await tx.run(
      `INSERT INTO reconciliation_run AS r (county_id, kind, period, started_at, lease_until)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (county_id, kind, period) DO UPDATE
          SET started_at = $4, lease_until = $5, finished_at = NULL, failure = ''
        WHERE r.lease_until <= $4 AND (r.finished_at IS NULL OR r.failure <> '')`,
      [tx.countyId, kind, period, now, leaseUntil],
    );
    return claimed === 1;
  }

  /** True when every one of these periods was compared without a failure. */
  async areDone(tx: Tx, periods: readonly (readonly [RunKind, string])[]): Promise<boolean> {
    const row = await tx.row<{ done: number }>(
      `SELECT count(*)::int AS done FROM reconciliation_run
        WHERE county_id = $1 AND (kind, period) IN (SELECT * FROM unnest($2::text[], $3::text[]))
          AND finished_at IS NOT NULL AND failure = ''`,
      [tx.countyId, periods.map(([kind]) => kind), periods.map(([, period]) => period)],
    );
    return row?.done === periods.length;
  }

  /** True while this county is being compared. Concurrent callers wait for each other. */
  async isUnderWay(tx: Tx, now: Date): Promise<boolean> {
    await tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`reconcile:${tx.countyId}`]);
    const row = await tx.row(
      'SELECT 1 FROM reconciliation_run WHERE county_id = $1 AND finished_at IS NULL AND lease_until > $2',
      [tx.countyId, now],
    );
    return row !== undefined;
  }

  /** @returns false if another process has taken over this run */
  async renew(tx: Tx, { kind, period, startedAt }: RunClaim, leaseUntil: Date): Promise<boolean> {
    const renewed = await tx.run(
      `UPDATE reconciliation_run SET lease_until = $5
        WHERE county_id = $1 AND kind = $2 AND period = $3 AND started_at = $4`,
      [tx.countyId, kind, period, startedAt, leaseUntil],
    );
    return renewed === 1;
  }

  /**
   * @param again the time when a failed run may be started again
   * @returns false if another process has taken over this run
   */
  async finish(
    tx: Tx,
    { kind, period, startedAt, finishedAt, lines, open, failure }: Run,
    again: Date | null,
  ): Promise<boolean> {
    const finished = await tx.run(
      `UPDATE reconciliation_run SET finished_at = $5, lines = $6, open_findings = $7, failure = $8,
              lease_until = coalesce($9, lease_until)
        WHERE county_id = $1 AND kind = $2 AND period = $3 AND started_at = $4`,
      [tx.countyId, kind, period, startedAt, finishedAt, lines, open, failure, again],
    );
    return finished === 1;
  }

  async findNewest(tx: Tx): Promise<Run | undefined> {
    return tx.row<Run>(
      `SELECT ${columns} FROM reconciliation_run WHERE county_id = $1 ORDER BY started_at DESC LIMIT 1`,
      [tx.countyId],
    );
  }

  /** Returns the start time of the last run that read the provider's lists of settled transactions to their end. */
  async lastComplete(tx: Tx): Promise<Date | undefined> {
    const row = await tx.row<{ started_at: Date }>(
      `SELECT started_at FROM reconciliation_run
        WHERE county_id = $1 AND kind IN ('DAILY', 'NOW') AND finished_at IS NOT NULL AND failure = ''
        ORDER BY started_at DESC LIMIT 1`,
      [tx.countyId],
    );
    return row?.started_at;
  }
}
