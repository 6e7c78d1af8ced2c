import { Injectable } from '@nestjs/common';
import { failpoint } from '@portal/infra/failpoints';
import { AccountsUsersExchange } from './accounts-users.exchange.js';
import type { RunningMigration } from './ls1-migration.repository.js';
import { atEase } from './migration-pace.js';
import { batchOf, MigrationFailed, progressOf, MigrationSteps, type StepPlace } from './migration-steps.js';
import { readAccount, readUser } from './source-rows.rules.js';
import { StagingRepository } from './staging.repository.js';

const READ_AT_ONCE = 1_000;
const SORT_MS = 60_000;
/**
 * The time between two batches of events. Readers of events can keep up with this pace, so events about other people do
 * not wait behind the events about a whole county.
 */
const TELLS_EVERY_MS = 250;

/**
 * The steps of a migration of accounts and users. Nothing in the county changes before the state REPLACING, so a
 * failure in an earlier state has no effect.
 */
@Injectable()
export class AccountsUsersSteps {
  constructor(
    private readonly steps: MigrationSteps,
    private readonly staging: StagingRepository,
    private readonly exchange: AccountsUsersExchange,
  ) {}

  /**
   * Performs the migration's next step.
   * @throws SourceFault, MigrationTaken, MigrationFailed, MigrationWaits, RpcFailure
   */
  async next(migration: RunningMigration, place: StepPlace): Promise<void> {
    if (migration.state === 'COUNTING') await this.count(migration, place);
    if (migration.state === 'ACCOUNTS') await atEase(() => this.read('ACCOUNT', migration, place));
    if (migration.state === 'USERS') await atEase(() => this.read('USER', migration, place));
    if (migration.state === 'CHECKING') await this.check(migration, place);
    if (migration.state === 'REPLACING') await this.exchange.replace(migration, place);
    if (migration.state === 'TELLING')
      await atEase(() => this.exchange.tell(migration, place), TELLS_EVERY_MS);
  }

  private async count({ id }: RunningMigration, place: StepPlace): Promise<void> {
    const source = await place.source();
    const accounts = await source.count('ls1_account');
    await this.steps.keep(place, id);
    const users = await source.count('ls1_user');
    await this.steps.change(place, id, (tx, migration) =>
      this.steps.migrations.note(tx, migration, { state: 'ACCOUNTS', ...progressOf(accounts, users) }),
    );
  }

  private async read(
    what: 'ACCOUNT' | 'USER',
    { id, place: after }: RunningMigration,
    place: StepPlace,
  ): Promise<void> {
    const source = await place.source();
    const view = what === 'ACCOUNT' ? 'ls1_account' : 'ls1_user';
    const rows = await source.read({ view, after, limit: READ_AT_ONCE });
    const batch = batchOf(after, rows.map(what === 'ACCOUNT' ? readAccount : readUser));
    await this.steps.change(place, id, async (tx, migration) => {
      if (rows.length === 0)
        return this.steps.migrations.note(tx, migration, {
          state: what === 'ACCOUNT' ? 'USERS' : 'CHECKING',
          place: 0n,
        });
      await this.staging.add(tx, id, what, batch.rows);
      await this.steps.noteBatch(tx, migration, what, batch);
    });
    await failpoint('ls1-staged');
  }

  /** Removes rows that clash with others, and ends a dry run. */
  private async check({ id }: RunningMigration, place: StepPlace): Promise<void> {
    await this.steps.change(
      place,
      id,
      async (tx, migration) => {
        const counted = await this.exchange.takeOutClashing(tx, migration);
        if (!(await this.staging.hasCountyUser(tx, id))) throw new MigrationFailed('NO_COUNTY_USER');
        const { dryRun } = migration;
        if (!dryRun) return this.steps.migrations.note(tx, migration, { ...counted, state: 'REPLACING' });
        const reasons = await this.steps.migrations.reportLosses(tx, { id, ...counted });
        await this.steps.migrations.note(tx, migration, { ...counted, reasons });
        await this.steps.end(tx, { ...migration, ...counted, reasons }, 'CHECKED');
      },
      { statementTimeoutMs: SORT_MS },
    );
  }
}
