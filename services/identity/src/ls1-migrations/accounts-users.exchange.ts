import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import type { Role } from '@portal/proto/roles';
import { ChangeTeller } from './change.teller.js';
import { CountyMoney } from './county-money.js';
import { ExchangeRepository } from './exchange.repository.js';
import { ExchangeSessions } from './exchange-sessions.js';
import type { RunningMigration } from './ls1-migration.repository.js';
import { MigrationFailed, MigrationSteps, MigrationWaits, type StepPlace } from './migration-steps.js';
import { StagingRepository } from './staging.repository.js';

const TOLD_AT_ONCE = 100;
const EXCHANGE_MS = 120_000;
/**
 * How long the exchange waits after it has signed users out. No command may run longer than this, so by then all
 * commands of these users have ended.
 */
const QUIET_MS = 30_000;
const MOST_WAITS = 20;
const staying: readonly Role[] = ['TRIMIN', 'GUEST'];

/** Replaces the county's accounts and users with those that were read from LS1 (C8-08). */
@Injectable()
export class AccountsUsersExchange {
  constructor(
    private readonly steps: MigrationSteps,
    private readonly staging: StagingRepository,
    private readonly repository: ExchangeRepository,
    private readonly teller: ChangeTeller,
    private readonly money: CountyMoney,
    private readonly sessions: ExchangeSessions,
  ) {}

  /**
   * Removes rows that clash with other rows, and records the removed rows as refused.
   * @returns the counts of the migration, with the removed rows among the refused ones
   */
  async takeOutClashing(
    tx: Tx,
    migration: RunningMigration,
  ): Promise<Pick<RunningMigration, 'reasons' | 'refused' | 'taken'>> {
    let counted: Pick<RunningMigration, 'reasons' | 'refused' | 'taken'> = migration;
    for (const { what, refused } of await this.staging.removeClashing(tx, migration.id)) {
      const reasons = await this.steps.migrations.report(tx, { ...migration, ...counted }, what, refused);
      counted = {
        ...{ reasons, refused: counted.refused + refused.length },
        taken: counted.taken - refused.length,
      };
    }
    const { reasons, refused, taken } = counted;
    return { reasons, refused, taken };
  }

  /**
   * Replaces the county's accounts and users in one transaction. The county must have no payments, and the users who
   * are to be removed must be signed out.
   * @throws MigrationWaits when users were signed in, MigrationFailed when the replacement is not possible
   */
  async replace({ id, tries }: RunningMigration, place: StepPlace): Promise<void> {
    if (await this.sessions.endAll(place.county, staying)) {
      if (tries >= MOST_WAITS) throw new MigrationFailed('PEOPLE_SIGN_IN');
      throw new MigrationWaits('PEOPLE_SIGN_IN', QUIET_MS);
    }
    if (await this.money.isThere(place.county)) throw new MigrationFailed('COUNTY_HAS_MONEY');
    const today = await this.steps.today(place);
    await this.steps.change(
      place,
      id,
      async (tx, migration) => {
        await this.repository.lockOld(tx);
        // somebody has signed in since the check above, so the step runs again
        if (await this.sessions.isAnyLive(tx, staying)) return;
        const counted = await this.takeOutClashing(tx, migration);
        if (!(await this.staging.hasCountyUser(tx, id))) throw new MigrationFailed('NO_COUNTY_USER');
        const users = await this.repository.lockUsers(tx);
        // a user who did not exist at the check above has signed in, so the next attempt signs this user out first
        if (await this.sessions.isAnyLive(tx, staying)) throw new MigrationWaits('PEOPLE_SIGN_IN', 0);
        const removed = await this.repository.removeOld(tx, id, users, this.sessions.now());
        await failpoint('ls1-exchanging');
        await this.repository.addNew(tx, id, this.sessions.now(), today);
        const reasons = await this.steps.migrations.reportLosses(tx, { id, ...counted });
        const progress = { ...counted, reasons, removed };
        await this.steps.migrations.note(tx, migration, { ...progress, state: 'TELLING', place: 0n });
      },
      { statementTimeoutMs: EXCHANGE_MS },
    );
  }

  /** Sends the events about the next changes. The migration ends when the events about all changes are sent. */
  async tell({ id }: RunningMigration, place: StepPlace): Promise<void> {
    await this.steps.change(place, id, async (tx, migration) => {
      const next = await this.repository.listChanges(tx, id, migration.place, TOLD_AT_ONCE);
      await this.teller.tell(tx, migration.actor, next);
      const last = next.at(TOLD_AT_ONCE - 1);
      if (!last) return this.steps.end(tx, migration, 'DONE');
      await this.steps.migrations.note(tx, migration, { place: BigInt(last.place) });
    });
    this.teller.collect(place.county);
    await failpoint('ls1-told');
  }
}
