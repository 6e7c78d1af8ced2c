import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { lostLs1Values, type Ls1Fault, type Ls1Refusal } from '@portal/proto/http/ls1';
import type { Counted, FormerDatabase } from './former-database.js';
import { Ls1MigrationRepository, type RunningMigration } from './ls1-migration.repository.js';
import { onceEach, type Read, type Refused } from './source-rows.rules.js';

/** Thrown when another process has taken the migration, or the migration was canceled. */
export class MigrationTaken extends Error {
  override readonly name = 'MigrationTaken';
}

/** Thrown when the migration cannot succeed. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';

  constructor(readonly fault: Ls1Fault) {
    super(`the migration has failed: ${fault}`);
  }
}

/** Thrown when the migration has to continue later. */
export class MigrationWaits extends Error {
  override readonly name = 'MigrationWaits';

  constructor(
    readonly fault: Ls1Fault,
    readonly ms: number,
  ) {
    super(`the migration waits: ${fault}`);
  }
}

/** The context of a step: the county, the process that owns the migration, and the access to LS1. */
export interface StepPlace {
  readonly county: string;
  readonly owner: string;
  /**
   * Opens the database of LS1 at the first call; later calls return the same one.
   * @throws SourceFault
   */
  source(): Promise<FormerDatabase>;
}

/** The accepted and the refused rows of a batch. */
export interface Batch<T> {
  readonly last: bigint;
  readonly rows: readonly T[];
  readonly refused: readonly Refused[];
  readonly read: number;
}

/**
 * Separates the accepted rows of a batch from the refused ones. The next batch begins after `last`, the greatest row
 * number of this batch; refused rows count too, if they have a number.
 */
export function batchOf<T extends { readonly number: string }>(
  after: bigint,
  reads: readonly Read<T>[],
): Batch<T> {
  const numbers = reads.map((read) => (read.refused ? read.refused.number : read.row.number));
  const last = numbers
    .filter((number) => /^\d{1,18}$/.test(number))
    .reduce((most, number) => (BigInt(number) > most ? BigInt(number) : most), after);
  const { kept, twice } = onceEach(reads.flatMap(({ row }) => (row ? [row] : [])));
  const refused = [
    ...reads.flatMap((read) => read.refused ?? []),
    ...twice.map(({ number }) => ({ number, name: '', reason: 'ID_TWICE' as const })),
  ];
  return { last, rows: kept, refused, read: reads.length };
}

/**
 * The progress after the rows of the views were counted. Rows without a number are never read, so they count as refused
 * from the start.
 */
export function progressOf(...views: readonly Counted[]) {
  const sum = (part: keyof Counted): number => views.reduce((all, view) => all + view[part], 0);
  const left = sum('unnumbered');
  return { found: sum('found'), read: left, refused: left, reasons: left > 0 ? { INCOMPLETE: left } : {} };
}

/**
 * Does what the steps of both kinds of migration have in common. Each change is one transaction that locks the
 * migration.
 */
@Injectable()
export class MigrationSteps {
  constructor(
    private readonly database: Database,
    readonly migrations: Ls1MigrationRepository,
    private readonly sections: CountySections,
    @Inject(CLOCK) readonly clock: Clock,
  ) {}

  /** @throws MigrationTaken */
  change(
    { county, owner }: StepPlace,
    id: string,
    work: (tx: Tx, migration: RunningMigration) => Promise<void>,
    o: { statementTimeoutMs?: number } = {},
  ): Promise<void> {
    return this.database.withCounty(
      county,
      async (tx) => {
        const migration = await this.migrations.lock(tx, id, owner);
        if (!migration) throw new MigrationTaken();
        await work(tx, migration);
      },
      o,
    );
  }

  /**
   * Renews this process's lease between the parts of a long step.
   * @throws MigrationTaken
   */
  keep(place: StepPlace, id: string): Promise<void> {
    return this.change(place, id, async () => undefined);
  }

  /** Returns the county's calendar day, as YYYY-MM-DD. */
  async today({ county }: StepPlace): Promise<string> {
    const found = await this.sections.findCounty(county);
    if (!found) throw new Error(`there is no county ${county}`);
    return todayIn(found.timeZone, this.clock);
  }

  /** Records that a batch was read, and lists its refused rows. */
  async noteBatch<T>(
    tx: Tx,
    migration: RunningMigration,
    what: Ls1Refusal['what'],
    batch: Batch<T>,
  ): Promise<void> {
    const reasons = await this.migrations.report(tx, migration, what, batch.refused);
    await this.migrations.note(tx, migration, {
      reasons,
      refused: migration.refused + batch.refused.length,
      place: batch.last,
      read: migration.read + batch.read,
      taken: migration.taken + batch.rows.length,
    });
  }

  /** Ends the migration and records its counts in the audit log. */
  async end(
    tx: Tx,
    migration: RunningMigration,
    state: 'CHECKED' | 'DONE' | 'FAILED' | 'CANCELED',
    fault?: Ls1Fault,
  ): Promise<void> {
    await this.migrations.end(tx, migration.id, state, {
      now: this.clock.now(),
      ...(fault !== undefined && { fault }),
    });
    await tellMigration(tx, migration, { state, ...(fault !== undefined && { fault }) });
  }
}

/** Records a migration in the audit log, without the password of the database. */
export async function tellMigration(
  tx: Tx,
  { id, kind, dryRun, actor, source, taken, refused, reasons, removed }: RunningMigration,
  outcome: { readonly state: string; readonly fault?: Ls1Fault },
): Promise<void> {
  const { address, name } = source;
  const lost = lostLs1Values({ reasons });
  await emit(tx, {
    ...{ type: 'audit.action-taken.v1', aggregate: `county:${tx.countyId}`, actor },
    payload: {
      action: kind === 'ACCOUNTS_USERS' ? 'ls1.accounts-users' : 'ls1.audit-log',
      object: id,
      detail: JSON.stringify({ ...outcome, dryRun, address, database: name, taken, refused, lost, removed }),
    },
  });
}
