import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { instantOf } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { Jobs } from '@portal/infra/jobs';
import { defaultLs1BatchSize, isLs1Cancelable, type Ls1Kind, type Ls1Standing } from '@portal/proto/http/ls1';
import { fail, ok, type Failure, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type {
  listLs1Refusals,
  migrateLs1Accounts,
  migrateLs1AuditLog,
} from '@portal/proto/rpc/ls1-migration';
import { CountyMoney } from './county-money.js';
import { SourceFault, type EntryRange } from './former-database.js';
import { FormerDatabases } from './former-databases.js';
import { toldOf, type NewMigration } from './ls1-migration.repository.js';
import { LS1_JOB } from './ls1-migration.worker.js';
import { MigrationSteps, tellMigration } from './migration-steps.js';

type Begun = Result<{ migration: string }, 'CONFLICT' | 'INVALID_INPUT' | 'NOT_FOUND'>;
type Source = Parsed<typeof migrateLs1Accounts>;

const everything: EntryRange = { from: null, until: null, onlyTransactions: false };

/** Runs migrations from LandShark One for TRIMIN users (C8-01 to C8-18). Other users get NOT_FOUND. */
@Injectable()
export class Ls1MigrationService {
  constructor(
    private readonly database: Database,
    private readonly steps: MigrationSteps,
    private readonly money: CountyMoney,
    private readonly sources: FormerDatabases,
    private readonly sections: CountySections,
    private readonly jobs: Jobs,
  ) {}

  /** @throws RpcFailure when the payments service does not answer */
  async migrateAccounts(actor: Actor, source: Source): Promise<Begun | Failure<'COUNTY_HAS_MONEY'>> {
    if (!isProvider(actor)) return fail('NOT_FOUND');
    if (await this.money.isThere(actor.county)) return fail('COUNTY_HAS_MONEY');
    return this.begin(actor, source, 'ACCOUNTS_USERS', everything, defaultLs1BatchSize);
  }

  async migrateAuditLog(actor: Actor, input: Parsed<typeof migrateLs1AuditLog>): Promise<Begun> {
    if (!isProvider(actor)) return fail('NOT_FOUND');
    const { from, to, dataType, batchSize } = input;
    const timeZone = await this.timeZoneOf(actor.county);
    const range = {
      from: from === null ? null : instantOf(timeZone, from, '00:00'),
      until: to === null || to >= LAST_DAY ? null : instantOf(timeZone, dayAfter(to), '00:00'),
      onlyTransactions: dataType === 'TRANSACTIONS',
    };
    return this.begin(actor, input, 'AUDIT_LOG', range, batchSize);
  }

  async standing(actor: Actor, kind: Ls1Kind): Promise<Result<Ls1Standing, 'NOT_FOUND'>> {
    if (!isProvider(actor)) return fail('NOT_FOUND');
    const current = await this.database.withCounty(actor.county, (tx) =>
      this.steps.migrations.findNewest(tx, kind),
    );
    return ok({ current: current ? toldOf(current) : null });
  }

  async listRefusals(
    actor: Actor,
    query: Parsed<typeof listLs1Refusals>,
  ): Promise<Result<Output<typeof listLs1Refusals>, 'NOT_FOUND'>> {
    if (!isProvider(actor)) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      if (!(await this.steps.migrations.find(tx, query.migration))) return fail('NOT_FOUND');
      return ok(await this.steps.migrations.listRefusals(tx, query));
    });
  }

  async cancel(actor: Actor, id: string): Promise<Result<Record<string, never>, 'CONFLICT' | 'NOT_FOUND'>> {
    if (!isProvider(actor)) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      const migration = await this.steps.migrations.lockAny(tx, id);
      if (!migration) return fail('NOT_FOUND');
      if (!isLs1Cancelable(migration.state)) return fail('CONFLICT');
      await this.steps.end(tx, { ...migration, actor: byOf(actor) }, 'CANCELED');
      return ok({});
    });
  }

  private async begin(
    actor: Actor,
    { address, name, username, password, dryRun }: Source,
    kind: Ls1Kind,
    range: EntryRange,
    batchSize: number,
  ): Promise<Result<{ migration: string }, 'CONFLICT' | 'INVALID_INPUT'>> {
    const fault = await this.faultOf(address);
    if (fault) return fault;
    const { county } = actor;
    const id = randomUUID();
    const source = { address, name, username, password: this.sources.seal(id, password) };
    const migration: NewMigration = { id, kind, dryRun, actor: byOf(actor), source, range, batchSize };
    const begun = await this.database.withCounty(county, async (tx) => {
      if (!(await this.steps.migrations.begin(tx, migration, this.steps.clock.now()))) return false;
      const row = await this.steps.migrations.find(tx, id);
      if (row) await tellMigration(tx, row, { state: 'BEGUN' });
      return true;
    });
    if (!begun) return fail('CONFLICT');
    await this.jobs.wake(LS1_JOB, { county });
    return ok({ migration: id });
  }

  /** Returns the error for the address field if migrations must not connect to the address; otherwise undefined. */
  private async faultOf(address: string): Promise<Failure<'INVALID_INPUT'> | undefined> {
    try {
      await this.sources.check(address);
      return undefined;
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      const text = error.fault === 'HOST_NOT_ALLOWED' ? 'hostNotAllowed' : 'hostUnknown';
      return fail('INVALID_INPUT', undefined, { landSharkOneDbAddress: `operations:ls1.${text}` });
    }
  }

  private async timeZoneOf(county: string): Promise<string> {
    const found = await this.sections.findCounty(county);
    if (!found) throw new Error(`there is no county ${county}`);
    return found.timeZone;
  }
}

const isProvider = ({ role, user }: Actor): boolean => role === 'TRIMIN' && user !== null;
const byOf = ({ user, username }: Actor): string => user ?? username;
/**
 * The last day whose year has four digits. A range up to this day has no end, because the next day cannot be written.
 */
const LAST_DAY = '9999-12-31';
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
