import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import {
  activeLs1States,
  isLs1Loss,
  ls1Losses,
  type Ls1Fault,
  type Ls1Kind,
  type Ls1List,
  type Ls1Migration,
  type Ls1Refusal,
} from '@portal/proto/http/ls1';
import type { EntryRange } from './former-database.js';
import type { Refused } from './source-rows.rules.js';

/** A migration with the additional fields that its steps need. */
export interface RunningMigration extends Ls1Migration {
  readonly actor: string;
  readonly source: {
    readonly address: string;
    readonly name: string;
    readonly username: string;
    /** The encrypted password; null when the migration has ended. */
    readonly password: string | null;
  };
  readonly range: EntryRange;
  readonly batchSize: number;
  /**
   * The number of the last row that was read from LS1. Once the accounts and users are replaced, it is the number of
   * the last change whose event was sent.
   */
  readonly place: bigint;
  readonly tries: number;
}

export interface NewMigration {
  readonly id: string;
  readonly kind: Ls1Kind;
  readonly dryRun: boolean;
  /** The id of the user who began the migration. */
  readonly actor: string;
  readonly source: RunningMigration['source'];
  readonly range: EntryRange;
  readonly batchSize: number;
}

interface Row extends Omit<RunningMigration, 'startedAt' | 'finishedAt' | 'source' | 'range' | 'place'> {
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly address: string;
  readonly name: string;
  readonly username: string;
  readonly password: string | null;
  readonly from: Date | null;
  readonly until: Date | null;
  readonly dataType: 'ALL' | 'TRANSACTIONS';
  readonly place: string;
}

/** The fields of a migration that a step changes. */
export type Progress = Partial<
  Pick<
    RunningMigration,
    'state' | 'place' | 'found' | 'read' | 'taken' | 'refused' | 'reasons' | 'removed'
  > & {
    fault: Ls1Fault | null;
  }
>;

/** How long a process holds a migration. Connecting to LS1 and running one statement take less time than this. */
const LEASE = `interval '90 seconds'`;
const COLUMNS = `id, kind, state, dry_run AS "dryRun", actor, source_address AS address, source_name AS name,
  source_username AS username, source_password AS password, from_at AS "from", until_at AS until,
  data_type AS "dataType", batch_size AS "batchSize", started_at AS "startedAt", finished_at AS "finishedAt", place,
  found, read, taken, refused, reasons, removed, fault, tries`;
const ACTIVE = `state IN (${activeLs1States.map((state) => `'${state}'`).join(', ')})`;
/** The maximum length of each list of what was left out. The counts by reason include everything. */
const MOST_LISTED = 10_000;
/**
 * SQL that selects what migration $2 has left out. If $3 is 'VALUES', selects only left-out values; for another text,
 * only left-out rows; for null, both. $4 has the reasons for leaving out a value.
 */
const LISTED = `FROM ls1_refusal WHERE county_id = $1 AND migration_id = $2
                  AND ($3::text IS NULL OR (reason = ANY($4)) = ($3 = 'VALUES'))`;

@Injectable()
export class Ls1MigrationRepository {
  /**
   * Adds a migration and removes earlier migrations of its kind.
   * @returns false while another migration of the county is active
   */
  async begin(
    tx: Tx,
    { id, kind, dryRun, actor, source, range, batchSize }: NewMigration,
    now: Date,
  ): Promise<boolean> {
    const added = await tx.run(
      `INSERT INTO ls1_migration (county_id, id, kind, state, dry_run, actor, source_address, source_name,
         source_username, source_password, from_at, until_at, data_type, batch_size, started_at)
       VALUES ($1, $2, $3, 'COUNTING', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       ON CONFLICT (county_id) WHERE state NOT IN ('CHECKED', 'DONE', 'FAILED', 'CANCELED') DO NOTHING`,
      [
        ...[
          tx.countyId,
          id,
          kind,
          dryRun,
          actor,
          source.address,
          source.name,
          source.username,
          source.password,
        ],
        ...[range.from, range.until, range.onlyTransactions ? 'TRANSACTIONS' : 'ALL', batchSize, now],
      ],
    );
    if (added === 0) return false;
    await tx.run('DELETE FROM ls1_migration WHERE county_id = $1 AND kind = $2 AND id <> $3', [
      tx.countyId,
      kind,
      id,
    ]);
    return true;
  }

  async findNewest(tx: Tx, kind: Ls1Kind): Promise<RunningMigration | undefined> {
    const row = await tx.row<Row>(
      `SELECT ${COLUMNS} FROM ls1_migration WHERE county_id = $1 AND kind = $2 ORDER BY started_at DESC LIMIT 1`,
      [tx.countyId, kind],
    );
    return row && migrationOf(row);
  }

  async find(tx: Tx, id: string): Promise<RunningMigration | undefined> {
    const row = await tx.row<Row>(`SELECT ${COLUMNS} FROM ls1_migration WHERE id = $1`, [id]);
    return row && migrationOf(row);
  }

  /** Returns the migration, even if another process works on it. Locks its row until the transaction ends. */
  async lockAny(tx: Tx, id: string): Promise<RunningMigration | undefined> {
    const row = await tx.row<Row>(`SELECT ${COLUMNS} FROM ls1_migration WHERE id = $1 FOR UPDATE`, [id]);
    return row && migrationOf(row);
  }

  /**
   * Reserves the county's active migration for one process. If the process dies, another one gets the migration when
   * the lease ends.
   */
  async take(tx: Tx, owner: string, now: Date): Promise<RunningMigration | undefined> {
    const row = await tx.row<Row>(
      `UPDATE ls1_migration SET lease_owner = $1, lease_until = clock_timestamp() + ${LEASE}
        WHERE ${ACTIVE} AND lease_until < clock_timestamp() AND not_before <= $2 RETURNING ${COLUMNS}`,
      [owner, now],
    );
    return row && migrationOf(row);
  }

  /** Allows another process to take the migration, at once or from a given time. */
  async giveBack(tx: Tx, id: string, owner: string, notBefore: Date | null = null): Promise<void> {
    await tx.run(
      `UPDATE ls1_migration SET lease_until = '-infinity', not_before = coalesce($3, not_before)
        WHERE id = $1 AND lease_owner = $2`,
      [id, owner, notBefore],
    );
  }

  /**
   * Returns the migration, locked until the transaction ends; undefined if another process has taken the migration or
   * it was canceled.
   */
  async lock(tx: Tx, id: string, owner: string): Promise<RunningMigration | undefined> {
    const row = await tx.row<Row>(
      `UPDATE ls1_migration SET lease_until = clock_timestamp() + ${LEASE}
        WHERE id = $1 AND lease_owner = $2 AND ${ACTIVE} RETURNING ${COLUMNS}`,
      [id, owner],
    );
    return row && migrationOf(row);
  }

  /** Stores the progress of a successful step and resets the count of attempts. */
  async note(tx: Tx, { id, ...before }: RunningMigration, progress: Progress): Promise<void> {
    const { state, place, found, read, taken, refused, reasons, removed } = { ...before, ...progress };
    await tx.run(
      `UPDATE ls1_migration SET state = $2, place = $3, found = $4, read = $5, taken = $6, refused = $7, reasons = $8,
              removed = $9, fault = $10, tries = 0 WHERE id = $1`,
      [
        ...[id, state, String(place), found, read, taken, refused, JSON.stringify(reasons), removed],
        progress.fault ?? null,
      ],
    );
  }

  /** Counts a failed attempt; the next attempt begins at `notBefore` at the earliest. */
  async wait(tx: Tx, id: string, fault: Ls1Fault, notBefore: Date): Promise<void> {
    await tx.run('UPDATE ls1_migration SET fault = $2, tries = tries + 1, not_before = $3 WHERE id = $1', [
      id,
      fault,
      notBefore,
    ]);
  }

  /** Ends the migration, and deletes the password and the staged rows about people. */
  async end(
    tx: Tx,
    id: string,
    state: 'CHECKED' | 'DONE' | 'FAILED' | 'CANCELED',
    o: { now: Date; fault?: Ls1Fault },
  ): Promise<void> {
    await tx.run(
      `UPDATE ls1_migration SET state = $2, finished_at = $3, fault = $4, source_password = NULL WHERE id = $1`,
      [id, state, o.now, o.fault ?? null],
    );
    for (const table of ['ls1_staged', 'ls1_change'])
      await tx.run(`DELETE FROM ${table} WHERE county_id = $1 AND migration_id = $2`, [tx.countyId, id]);
  }

  /**
   * Adds rows to the list of rows that the migration has left out.
   * @returns the counts by reason, including the added rows
   */
  async report(
    tx: Tx,
    { id, reasons }: RunningMigration,
    what: Ls1Refusal['what'],
    rows: readonly Refused[],
  ): Promise<RunningMigration['reasons']> {
    if (rows.length === 0) return reasons;
    const listed = rows.slice(0, Math.max(0, MOST_LISTED - (await this.countListed(tx, id, 'ROWS'))));
    await tx.run(
      `INSERT INTO ls1_refusal (county_id, migration_id, what, number, name, reason)
       SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[], $6::text[])`,
      [
        ...[tx.countyId, id, what],
        ...(['number', 'name', 'reason'] as const).map((column) => listed.map((row) => row[column])),
      ],
    );
    return rows.reduce<RunningMigration['reasons']>(
      (counts, { reason }) => ({ ...counts, [reason]: (counts[reason] ?? 0) + 1 }),
      reasons,
    );
  }

  /**
   * Lists the values that are missing from the staged rows because they do not fit.
   * @returns the counts by reason, including these values
   */
  async reportLosses(
    tx: Tx,
    { id, reasons }: Pick<RunningMigration, 'id' | 'reasons'>,
  ): Promise<RunningMigration['reasons']> {
    const lost = `ls1_staged s CROSS JOIN unnest(s.lost) WITH ORDINALITY AS l (reason, nth)
       WHERE s.county_id = $1 AND s.migration_id = $2`;
    await tx.run(
      `INSERT INTO ls1_refusal (county_id, migration_id, what, number, name, reason)
       SELECT s.county_id, s.migration_id, s.what, s.number::text, s.name, l.reason
         FROM ${lost} ORDER BY s.what, s.number, l.nth LIMIT ${MOST_LISTED}`,
      [tx.countyId, id],
    );
    const counts = await tx.rows<{ reason: string; count: string }>(
      `SELECT l.reason, count(*) AS count FROM ${lost} GROUP BY l.reason`,
      [tx.countyId, id],
    );
    return counts.reduce<RunningMigration['reasons']>(
      (all, { reason, count }) =>
        isLs1Loss(reason) ? { ...all, [reason]: (all[reason] ?? 0) + Number(count) } : all,
      reasons,
    );
  }

  async listRefusals(
    tx: Tx,
    o: { migration: string; list?: Ls1List | undefined; offset: number; limit: number },
  ): Promise<{ refusals: Ls1Refusal[]; total: number }> {
    const rows = await tx.rows<Omit<Ls1Refusal, 'place'>>(
      `SELECT what, number, name, reason ${LISTED} ORDER BY place LIMIT $5 OFFSET $6`,
      [tx.countyId, o.migration, o.list ?? null, ls1Losses, o.limit, o.offset],
    );
    const refusals = rows.map((row, at) => ({ ...row, place: o.offset + at + 1 }));
    return { refusals, total: await this.countListed(tx, o.migration, o.list) };
  }

  private async countListed(tx: Tx, migration: string, list?: Ls1List): Promise<number> {
    const counted = await tx.row<{ total: string }>(`SELECT count(*) AS total ${LISTED}`, [
      ...[tx.countyId, migration, list ?? null, ls1Losses],
    ]);
    return Number(counted?.total ?? 0);
  }

  /**
   * Lists the counties with a migration to work on. Runs as the worker role, because it reads the rows of all counties.
   */
  async listCountiesWithWork(tx: Tx, now: Date): Promise<string[]> {
    const rows = await tx.rows<{ county: string }>(
      `SELECT county_id AS county FROM ls1_migration
        WHERE ${ACTIVE} AND lease_until < clock_timestamp() AND not_before <= $1`,
      [now],
    );
    return rows.map(({ county }) => county);
  }
}

const migrationOf = (row: Row): RunningMigration => {
  const { address, name, username, password, from, until, dataType, startedAt, finishedAt, place, ...rest } =
    row;
  return {
    ...rest,
    source: { address, name, username, password },
    range: { from, until, onlyTransactions: dataType === 'TRANSACTIONS' },
    place: BigInt(place),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? '',
  };
};

/** Converts a migration to the form that the contract defines. */
export function toldOf(migration: RunningMigration): Ls1Migration {
  const { id, kind, state, dryRun, startedAt, finishedAt, found, read, taken, refused } = migration;
  const { reasons, removed, fault } = migration;
  return {
    id,
    kind,
    state,
    dryRun,
    startedAt,
    finishedAt,
    found,
    read,
    taken,
    refused,
    reasons,
    removed,
    fault,
  };
}
