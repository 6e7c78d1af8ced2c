import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { RpcClient, systemActor } from '@portal/infra/rpc';
import {
  addLs1Entries,
  deleteLs1Entries,
  ls1EntriesAtOnce,
  type Ls1Entry,
} from '@portal/proto/rpc/ls1-migration';
import type { FormerRow } from './former-database.js';
import type { RunningMigration } from './ls1-migration.repository.js';
import { atEase } from './migration-pace.js';
import { batchOf, MigrationSteps, progressOf, type Batch, type StepPlace } from './migration-steps.js';
import { readEntry, type Read } from './source-rows.rules.js';
import { StagingRepository } from './staging.repository.js';

/** The number of entries that are read at once; reading them takes a few milliseconds of processor time. */
const READ_AT_ONCE = 500;

/**
 * The steps of a migration of the audit log. A batch that was sent before a crash may be sent again, because the
 * `reports` service stores each entry only once, identified by its number in LS1.
 */
@Injectable()
export class AuditLogSteps {
  constructor(
    private readonly database: Database,
    private readonly steps: MigrationSteps,
    private readonly staging: StagingRepository,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Performs the migration's next step.
   * @throws SourceFault, MigrationTaken, RpcFailure
   */
  async next(migration: RunningMigration, place: StepPlace): Promise<void> {
    if (migration.state === 'COUNTING') await this.count(migration, place);
    if (migration.state === 'DELETING') await atEase(() => this.remove(migration, place));
    if (migration.state === 'COPYING') await this.copy(migration, place);
  }

  private async count({ id, range, dryRun }: RunningMigration, place: StepPlace): Promise<void> {
    const entries = await (await place.source()).count('ls1_audit', range);
    await this.steps.change(place, id, (tx, migration) =>
      this.steps.migrations.note(tx, migration, {
        state: dryRun ? 'COPYING' : 'DELETING',
        ...progressOf(entries),
      }),
    );
  }

  /** Removes the entries, of all kinds, that earlier migrations added for the days of this migration (C8-16). */
  private async remove({ id, range, startedAt }: RunningMigration, place: StepPlace): Promise<void> {
    const { deleted, left } = await this.rpc.callOrThrow(
      deleteLs1Entries,
      {
        from: range.from?.toISOString() ?? null,
        until: range.until?.toISOString() ?? null,
        begunAt: startedAt,
      },
      { actor: systemActor(place.county, 'identity') },
    );
    await this.steps.change(place, id, (tx, migration) =>
      this.steps.migrations.note(tx, migration, {
        removed: migration.removed + deleted,
        ...(!left && { state: 'COPYING' as const }),
      }),
    );
  }

  private async copy(migration: RunningMigration, place: StepPlace): Promise<void> {
    const { id, range, batchSize, place: after, dryRun } = migration;
    const source = await place.source();
    const rows = await atEase(() => source.read({ view: 'ls1_audit', after, limit: batchSize, range }));
    const batch = await this.sortedOut(place.county, after, rows);
    if (!dryRun) await this.send(place, migration, batch.rows);
    await failpoint('ls1-sent');
    await this.steps.change(place, id, async (tx, current) => {
      if (rows.length === 0) await this.steps.end(tx, current, dryRun ? 'CHECKED' : 'DONE');
      else await this.steps.noteBatch(tx, current, 'ENTRY', batch);
    });
    await failpoint('ls1-copied');
  }

  private async sortedOut(
    county: string,
    after: bigint,
    rows: readonly FormerRow[],
  ): Promise<Batch<Ls1Entry>> {
    const numbers = (column: string): string[] => [
      ...new Set(
        rows.map((row) => String(row[column] ?? '').trim()).filter((number) => /^\d{1,18}$/.test(number)),
      ),
    ];
    const origins = await this.database.withCounty(county, (tx) =>
      this.staging.origins(tx, numbers('user_id'), numbers('account_id')),
    );
    const reads: Read<Ls1Entry>[] = [];
    for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
      for (const row of rows.slice(from, from + READ_AT_ONCE)) reads.push(readEntry(row, origins));
      await othersHadTheirTurn();
    }
    return batchOf(after, reads);
  }

  /**
   * Sends the entries in parts. Renews the lease before each part, because sending a large batch takes longer than the
   * lease lasts.
   */
  private async send(
    place: StepPlace,
    { id, startedAt: begunAt }: RunningMigration,
    entries: readonly Ls1Entry[],
  ): Promise<void> {
    const actor = systemActor(place.county, 'identity');
    for (let from = 0; from < entries.length; from += ls1EntriesAtOnce) {
      await this.steps.keep(place, id);
      const part = entries.slice(from, from + ls1EntriesAtOnce);
      await atEase(() => this.rpc.callOrThrow(addLs1Entries, { entries: part, begunAt }, { actor }));
    }
  }
}
