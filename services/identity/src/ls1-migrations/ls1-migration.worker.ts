import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { isLs1Active, passingLs1Faults, type Ls1Fault } from '@portal/proto/http/ls1';
import { AccountsUsersSteps } from './accounts-users.steps.js';
import { AuditLogSteps } from './audit-log.steps.js';
import { SourceFault, type FormerDatabase } from './former-database.js';
import { FormerDatabases } from './former-databases.js';
import type { RunningMigration } from './ls1-migration.repository.js';
import {
  MigrationFailed,
  MigrationSteps,
  MigrationTaken,
  MigrationWaits,
  type StepPlace,
} from './migration-steps.js';

export const LS1_JOB = 'ls1-migration';
const EVERY_MS = 15_000;
const LONGEST_WAIT_MS = 60_000;
/**
 * The maximum number of attempts. They last for about a quarter of an hour, so that a migration survives a short outage
 * of LS1.
 */
const MOST_TRIES = 18;

const log = openLog('identity');

/**
 * Works on the migrations of counties. The row of a migration says which process works on it; the job only makes a
 * process look for such rows.
 */
@Injectable()
export class Ls1MigrationWorker {
  constructor(
    private readonly database: Database,
    private readonly steps: MigrationSteps,
    private readonly accountsUsers: AccountsUsersSteps,
    private readonly auditLog: AuditLogSteps,
    private readonly sources: FormerDatabases,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @OnJob(LS1_JOB, { everyMs: EVERY_MS })
  async run({ county }: Wake): Promise<void> {
    const counties = county
      ? [county]
      : await this.database.asWorker((tx) =>
          this.steps.migrations.listCountiesWithWork(tx, this.clock.now()),
        );
    for (const each of counties) {
      // a county whose migration fails must not stop the migrations of others; the next run tries the migration again
      await this.work(each).catch((error: unknown) =>
        log.error({ err: error, county: each }, 'a migration from LS1 did not go on'),
      );
    }
  }

  /** Works on a county's migration until it is done or has to wait; does nothing if another process works on it. */
  async work(county: string): Promise<void> {
    const owner = randomUUID();
    const { migrations } = this.steps;
    let migration = await this.database.withCounty(county, (tx) =>
      migrations.take(tx, owner, this.clock.now()),
    );
    if (!migration) return;
    const { id, kind } = migration;
    const { place, close } = this.placeOf(county, owner, migration);
    const steps = kind === 'ACCOUNTS_USERS' ? this.accountsUsers : this.auditLog;
    try {
      while (migration && isLs1Active(migration.state)) {
        await steps.next(migration, place);
        migration = await this.database.withCounty(county, (tx) => migrations.find(tx, id));
      }
      log.info({ county, migration: id, state: migration?.state }, 'migrated from LS1');
    } catch (error) {
      if (error instanceof MigrationTaken) return;
      await this.stumble(place, id, error);
    } finally {
      await close();
    }
  }

  /** Opens the database of LS1 when a step first needs it, and keeps it open for the later steps. */
  private placeOf(
    county: string,
    owner: string,
    migration: RunningMigration,
  ): { place: StepPlace; close(): Promise<void> } {
    let opened: Promise<FormerDatabase> | undefined;
    const source = (): Promise<FormerDatabase> => (opened ??= this.sources.open(migration));
    const close = async (): Promise<void> => {
      const database = await opened?.catch(() => undefined);
      await database?.close();
    };
    return { place: { county, owner, source }, close };
  }

  /**
   * Handles an error of a step. After a temporary fault, the migration waits for its next attempt, up to `MOST_TRIES`
   * attempts; any other fault ends the migration. Once the accounts and users are replaced, no fault ends the
   * migration, because the events about all changes must be sent.
   */
  private async stumble(place: StepPlace, id: string, error: unknown): Promise<void> {
    const fault: Ls1Fault =
      error instanceof SourceFault || error instanceof MigrationFailed || error instanceof MigrationWaits
        ? error.fault
        : 'UNEXPECTED';
    if (fault === 'UNEXPECTED')
      log.error({ err: error, county: place.county, migration: id }, 'a migration from LS1 stumbled');
    await this.database.withCounty(place.county, async (tx) => {
      const current = await this.steps.migrations.lock(tx, id, place.owner);
      if (!current) return;
      const isOver =
        current.state !== 'TELLING' &&
        !(error instanceof MigrationWaits) &&
        (!mayPass(fault) || error instanceof MigrationFailed || current.tries >= MOST_TRIES);
      if (isOver) return this.steps.end(tx, current, 'FAILED', fault);
      const ms =
        error instanceof MigrationWaits ? error.ms : Math.min(2_000 * 2 ** current.tries, LONGEST_WAIT_MS);
      await this.steps.migrations.wait(tx, id, fault, new Date(this.clock.now().getTime() + ms));
      await this.steps.migrations.giveBack(tx, id, place.owner);
    });
  }
}

const mayPass = (fault: Ls1Fault): boolean =>
  fault === 'UNEXPECTED' || passingLs1Faults.some((passing) => passing === fault);
