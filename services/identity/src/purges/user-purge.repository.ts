import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { LeasedRows } from '@portal/infra/jobs';
import { activePurgeStates, type UserPurge } from '@portal/proto/http/purges';
import type { Reach } from './user-purge.rules.js';

/** A purge that a process works on. */
export interface RunningPurge extends UserPurge {
  readonly dryRun: boolean;
  readonly actor: string;
  readonly signedInBefore: Date;
  readonly archived: number | null;
}

export interface NewPurge extends Reach {
  readonly id: string;
  readonly dryRun: boolean;
  readonly automatic: boolean;
  /** The id of the user who requested the purge; `system:identity` for an automatic purge. */
  readonly actor: string;
}

/** The dry run that a purge continues, and who requested the purge. */
type GoingOn = Pick<NewPurge, 'id' | 'since' | 'actor'>;

interface PurgeRow extends Omit<RunningPurge, 'startedAt' | 'finishedAt'> {
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

const COLUMNS = `id, state, dry_run AS "dryRun", automatic, actor, since::text, signed_in_before AS "signedInBefore",
  started_at AS "startedAt", finished_at AS "finishedAt", found, checked, deleted, kept, archived,
  archive_hash AS "archiveHash"`;

/** Fields of a purge that a step changes. */
export type Progress = Partial<
  Pick<RunningPurge, 'state' | 'checked' | 'deleted' | 'kept' | 'archived' | 'archiveHash'> & {
    finishedAt: Date;
  }
>;

@Injectable()
export class UserPurgeRepository extends LeasedRows<PurgeRow, RunningPurge> {
  constructor() {
    super({ table: 'user_purge', columns: COLUMNS, active: activePurgeStates, workOf: purgeOf });
  }

  /**
   * Adds a purge. A dry run replaces the previous dry run.
   * @returns false while another purge is active
   */
  async begin(tx: Tx, purge: NewPurge, now: Date): Promise<boolean> {
    const { id, dryRun, automatic, actor, since, signedInBefore } = purge;
    const added = await tx.run(
      `INSERT INTO user_purge (county_id, id, state, dry_run, automatic, actor, since, signed_in_before, started_at, found)
       VALUES ($1, $2, 'CHECKING', $3, $4, $5, $6, $7, $8, 0)
       ON CONFLICT (county_id) WHERE ${this.active} DO NOTHING`,
      [tx.countyId, id, dryRun, automatic, actor, since, signedInBefore, now],
    );
    if (added === 0) return false;
    if (dryRun) await tx.run(`DELETE FROM user_purge WHERE state = 'CHECKED'`);
    const found = await tx.run(
      `INSERT INTO user_purge_subject (county_id, purge_id, place, user_id, account_id, seen_at)
       SELECT $1, $2, row_number() OVER (ORDER BY u.username_key), u.id, u.account_id, u.updated_at
         FROM app_user u JOIN account a ON a.id = u.account_id LEFT JOIN last_sign_in l ON l.user_id = u.id
        WHERE ${PURGEABLE}`,
      [tx.countyId, id, signedInBefore],
    );
    await tx.run('UPDATE user_purge SET found = $2 WHERE id = $1', [id, found]);
    return true;
  }

  /**
   * Turns the dry run with this id and this date into a purge that deletes the users whom the dry run found. The start
   * time becomes `now`, because the purge that started last is shown as the current one, and another purge may have run
   * since the dry run.
   * @returns false if there is no such dry run
   */
  async goOn(tx: Tx, { id, since, actor }: GoingOn, now: Date): Promise<boolean> {
    const changed = await tx.run(
      `UPDATE user_purge SET state = 'ARCHIVING', dry_run = false, actor = $3, started_at = $4, finished_at = NULL,
              lease_until = '-infinity'
        WHERE id = $1 AND state = 'CHECKED' AND since = $2::date`,
      [id, since, actor, now],
    );
    return changed === 1;
  }

  async isAnyActive(tx: Tx): Promise<boolean> {
    return (await tx.row(`SELECT 1 AS found FROM user_purge WHERE ${this.active}`)) !== undefined;
  }

  async listNewest(tx: Tx, limit: number): Promise<RunningPurge[]> {
    const rows = await tx.rows<PurgeRow>(
      `SELECT ${COLUMNS} FROM user_purge WHERE county_id = $1 ORDER BY started_at DESC LIMIT $2`,
      [tx.countyId, limit],
    );
    return rows.map(purgeOf);
  }

  async note(tx: Tx, { id, ...before }: RunningPurge, progress: Progress): Promise<void> {
    const { state, checked, deleted, kept, archived, archiveHash } = { ...before, ...progress };
    await tx.run(
      `UPDATE user_purge SET state = $2, checked = $3, deleted = $4, kept = $5, archived = $6, archive_hash = $7,
              finished_at = $8 WHERE id = $1`,
      [id, state, checked, deleted, JSON.stringify(kept), archived, archiveHash, progress.finishedAt ?? null],
    );
  }

  /** Returns the time of the next automatic purge, and locks the row that contains the time. */
  async lockNext(tx: Tx): Promise<Date | undefined> {
    const row = await tx.row<{ next: Date }>(
      'SELECT next_at AS next FROM user_purge_schedule WHERE county_id = $1 FOR UPDATE',
      [tx.countyId],
    );
    return row?.next;
  }

  async findNext(tx: Tx): Promise<Date | undefined> {
    const row = await tx.row<{ next: Date }>(
      'SELECT next_at AS next FROM user_purge_schedule WHERE county_id = $1',
      [tx.countyId],
    );
    return row?.next;
  }

  async saveNext(tx: Tx, next: Date): Promise<void> {
    await tx.run(
      `INSERT INTO user_purge_schedule (county_id, next_at) VALUES ($1, $2)
       ON CONFLICT (county_id) DO UPDATE SET next_at = excluded.next_at`,
      [tx.countyId, next],
    );
  }

  async removeNext(tx: Tx): Promise<void> {
    await tx.run('DELETE FROM user_purge_schedule WHERE county_id = $1', [tx.countyId]);
  }
}

/**
 * SQL that is true for a user of an account that pays by card, if the user cannot sign in and last signed in before $3.
 * A user who has never signed in must have been registered before $3.
 */
const PURGEABLE = `u.status IN ('I', 'P') AND u.role IN ('ACCOUNT', 'USER') AND a.payment_method = 'CREDIT_CARD'
  AND coalesce(l.at, u.created_at) < $3`;

const purgeOf = ({ startedAt, finishedAt, ...row }: PurgeRow): RunningPurge => ({
  ...row,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? '',
});

/** Converts the row of a purge to the form that the contract defines. */
export function toldOf(purge: RunningPurge): UserPurge {
  const { id, state, automatic, startedAt, finishedAt, archiveHash, since, found, checked, deleted, kept } =
    purge;
  return { id, state, automatic, startedAt, finishedAt, archiveHash, since, found, checked, deleted, kept };
}
