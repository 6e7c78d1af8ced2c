import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { LeasedRows } from '@portal/infra/jobs';
import { activePurgeStates, type AuditPurge, type PurgedRecord } from '@portal/proto/http/purges';

/** A purge with the additional fields that a process needs to carry it out. */
export interface RunningPurge extends AuditPurge {
  readonly dryRun: boolean;
  readonly actor: string;
  readonly olderThan: Date;
}

export interface NewPurge {
  readonly id: string;
  readonly dryRun: boolean;
  readonly automatic: boolean;
  /** The id of the user, or `system:reports`. */
  readonly actor: string;
  /** The day in the county before which records are deleted, as YYYY-MM-DD. */
  readonly before: string;
  /** The time at which the day `before` began. */
  readonly olderThan: Date;
}

interface PurgeRow extends Omit<RunningPurge, 'startedAt' | 'finishedAt' | 'oldest' | 'newest' | 'first'> {
  readonly first: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly oldest: Date | null;
  readonly newest: Date | null;
}

const COLUMNS = `id, state, dry_run AS "dryRun", automatic, actor, before::text, older_than AS "olderThan",
  started_at AS "startedAt", finished_at AS "finishedAt", first, found, deleted, oldest, newest,
  archive_hash AS "archiveHash"`;

/** The fields of a purge that a step changes. */
export type Progress = Partial<
  Pick<RunningPurge, 'state' | 'found' | 'deleted' | 'oldest' | 'newest' | 'archiveHash' | 'finishedAt'>
>;

@Injectable()
export class AuditPurgeRepository extends LeasedRows<PurgeRow, RunningPurge> {
  constructor() {
    super({ table: 'audit_purge', columns: COLUMNS, active: activePurgeStates, workOf: purgeOf });
  }

  /**
   * Adds a purge. A dry run replaces the previous dry run.
   * @param first the number of the oldest record
   * @returns false while another purge is active
   */
  async begin(tx: Tx, purge: NewPurge, first: bigint, now: Date): Promise<boolean> {
    const { id, dryRun, automatic, actor, before, olderThan } = purge;
    const added = await tx.run(
      `INSERT INTO audit_purge (county_id, id, state, dry_run, automatic, actor, before, older_than, started_at, first)
       VALUES ($1, $2, 'CHECKING', $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (county_id) WHERE ${this.active} DO NOTHING`,
      [tx.countyId, id, dryRun, automatic, actor, before, olderThan, now, String(first)],
    );
    if (added === 0) return false;
    if (dryRun) await tx.run(`DELETE FROM audit_purge WHERE state = 'CHECKED'`);
    return true;
  }

  async listNewest(tx: Tx, limit: number): Promise<RunningPurge[]> {
    const rows = await tx.rows<PurgeRow>(
      `SELECT ${COLUMNS} FROM audit_purge WHERE county_id = $1 ORDER BY started_at DESC LIMIT $2`,
      [tx.countyId, limit],
    );
    return rows.map(purgeOf);
  }

  async note(tx: Tx, before: RunningPurge, progress: Progress): Promise<void> {
    const { id, state, found, deleted, oldest, newest, archiveHash, finishedAt } = { ...before, ...progress };
    await tx.run(
      `UPDATE audit_purge SET state = $2, found = $3, deleted = $4, oldest = $5, newest = $6, archive_hash = $7,
              finished_at = $8 WHERE id = $1`,
      [id, state, found, deleted, oldest || null, newest || null, archiveHash, finishedAt || null],
    );
  }

  /**
   * Deletes the rows that the newest checkpoint covers. The database does not let the service delete other rows.
   * @returns the number of deleted rows
   */
  async removeCheckpointed(tx: Tx): Promise<number> {
    const row = await tx.row<{ gone: string }>('SELECT purge_audit_log() AS gone');
    return Number(row?.gone ?? 0);
  }

  /** Returns the times of the records after the number `after`, oldest first. */
  async listTimes(tx: Tx, after: bigint, limit: number): Promise<{ at: Date }[]> {
    return tx.rows<{ at: Date }>(
      'SELECT at FROM audit_log WHERE county_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
      [tx.countyId, String(after), limit],
    );
  }

  /** Returns the records with the numbers `from` to `to`, in the form that the office reads. */
  async listRecords(tx: Tx, from: bigint, to: bigint, limit: number): Promise<PurgedRecord[]> {
    const rows = await tx.rows<Omit<PurgedRecord, 'number' | 'at'> & { number: string; at: Date }>(
      `SELECT seq AS number, at, actor, action, object FROM audit_log
        WHERE county_id = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq LIMIT $4`,
      [tx.countyId, String(from), String(to), limit],
    );
    return rows.map(({ number, at, ...row }) => ({ ...row, number: Number(number), at: at.toISOString() }));
  }

  /**
   * Returns the time of the next automatic purge.
   * @param lock if true, locks the row until the transaction ends
   */
  async findNext(tx: Tx, lock: boolean): Promise<Date | undefined> {
    const row = await tx.row<{ next: Date }>(
      `SELECT next_at AS next FROM audit_purge_schedule WHERE county_id = $1${lock ? ' FOR UPDATE' : ''}`,
      [tx.countyId],
    );
    return row?.next;
  }

  async saveNext(tx: Tx, next: Date): Promise<void> {
    await tx.run(
      `INSERT INTO audit_purge_schedule (county_id, next_at) VALUES ($1, $2)
       ON CONFLICT (county_id) DO UPDATE SET next_at = excluded.next_at`,
      [tx.countyId, next],
    );
  }

  async removeNext(tx: Tx): Promise<void> {
    await tx.run('DELETE FROM audit_purge_schedule WHERE county_id = $1', [tx.countyId]);
  }
}

const purgeOf = ({ first, startedAt, finishedAt, oldest, newest, ...row }: PurgeRow): RunningPurge => ({
  ...row,
  first: Number(first),
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? '',
  oldest: oldest?.toISOString() ?? '',
  newest: newest?.toISOString() ?? '',
});

/** Converts the row of a purge to the form that the contract returns. */
export function toldOf({
  dryRun: _dryRun,
  actor: _actor,
  olderThan: _olderThan,
  ...told
}: RunningPurge): AuditPurge {
  return told;
}
