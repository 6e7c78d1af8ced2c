import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { failpoint } from '@portal/infra/failpoints';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { archivePartKey, checkpointKey, sha256, writeArchive } from '../audit/audit-archive.rules.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { ChainReader, writeAnchor, type Anchor, type ChainFault } from '../audit/audit.rules.js';
import type { AuditRow } from '../audit/audit-row.entity.js';
import { CheckpointRepository } from '../audit/checkpoint.repository.js';
import { AuditPurgeRepository, type RunningPurge } from './audit-purge.repository.js';

/** Records that are looked at, or archived as one file and deleted, in one step. */
export const PART = 5_000;

/** Another process has the purge by now. */
export class PurgeTaken extends Error {
  override readonly name = 'PurgeTaken';
}

/**
 * The steps of a purge of the audit log. A part is checked against the chain, written into the object store, and deleted
 * in the transaction that keeps its checkpoint; after a crash the same part is written and deleted again.
 */
@Injectable()
export class AuditPurgeSteps {
  constructor(
    private readonly database: Database,
    private readonly purges: AuditPurgeRepository,
    private readonly checkpoints: CheckpointRepository,
    private readonly audit: AuditRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Does the purge's next step.
   * @returns the purge as it is after the step
   * @throws PurgeTaken when another process has the purge by now
   */
  async next(county: string, purge: RunningPurge, owner: string): Promise<RunningPurge> {
    if (purge.state === 'CHECKING') await this.check(county, purge.id, owner);
    else await this.removePart(county, purge, owner);
    const after = await this.database.withCounty(county, (tx) => this.purges.find(tx, purge.id));
    if (!after) throw new PurgeTaken();
    return after;
  }

  /** Counts the next records, up to the first one that is too young: the chain is cut there. */
  private check(county: string, id: string, owner: string): Promise<void> {
    return this.change(county, id, owner, async (tx, purge) => {
      const times = await this.purges.listTimes(tx, BigInt(purge.first - 1 + purge.found), PART);
      const young = times.findIndex(({ at }) => at >= purge.olderThan);
      const old = (young === -1 ? times : times.slice(0, young)).map(({ at }) => at.toISOString());
      const found = purge.found + old.length;
      const sorted = [purge.oldest, purge.newest, ...old].filter((at) => at !== '').toSorted();
      const isLast = young !== -1 || times.length < PART;
      const finishedAt = this.clock.now().toISOString();
      await this.purges.note(tx, purge, {
        ...{ found, oldest: sorted[0] ?? '', newest: sorted.at(-1) ?? '' },
        ...(isLast && purge.dryRun && { state: 'CHECKED', finishedAt }),
        ...(isLast && !purge.dryRun && { state: 'DELETING' }),
      });
    });
  }

  private async removePart(county: string, purge: RunningPurge, owner: string): Promise<void> {
    const left = purge.found - purge.deleted;
    if (left === 0) return this.finish(county, purge.id, owner);
    const start = await this.cutOf(county);
    const rows = await this.database.withCounty(county, (tx) =>
      this.audit.listAfter(tx, start.seq, Math.min(PART, left)),
    );
    const { last, fault } = await this.checked(county, rows, start, left);
    if (fault) return this.stop(county, purge.id, owner, fault);
    const first = start.seq + 1n;
    const bytes = writeArchive(rows);
    const archiveKey = archivePartKey(county, first, last.seq);
    await this.store.put(archiveKey, bytes, { contentType: 'application/x-ndjson' });
    await this.keepOutside(county, last);
    await failpoint('audit-purge-archived');
    await this.change(county, purge.id, owner, async (tx, current) => {
      const part = { ...last, first, archiveKey, archiveHash: sha256(bytes) };
      await this.checkpoints.add(tx, part, this.clock.now());
      const deleted = await this.purges.removeCheckpointed(tx);
      if (deleted !== rows.length) throw new Error(`${deleted} records deleted, ${rows.length} archived`);
      await this.purges.note(tx, current, {
        deleted: current.deleted + deleted,
        archiveHash: last.hash.toString('hex'),
      });
    });
    await failpoint('audit-purge-deleted');
  }

  /** Where the chain was cut last. */
  private async cutOf(county: string): Promise<Anchor> {
    const cut = await this.database.withCounty(county, (tx) => this.checkpoints.findNewest(tx));
    return cut ?? new ChainReader([]).last;
  }

  /** Reads the rows as part of the chain; the head of the chain is a row too. */
  private async checked(
    county: string,
    rows: readonly AuditRow[],
    start: Anchor,
    left: number,
  ): Promise<{ last: Anchor; fault?: ChainFault }> {
    const head = await this.database.withCounty(county, (tx) => this.audit.findHead(tx));
    const reader = new ChainReader(head ? [head] : [], start);
    for (const row of rows) {
      const fault = reader.read(row);
      if (fault) return { last: reader.last, fault };
    }
    if (rows.length === Math.min(PART, left)) return { last: reader.last };
    return { last: reader.last, fault: { seq: reader.rows + 1n, reason: 'ROW_MISSING' } };
  }

  /** Written once: who rewrites the database later cannot rewrite this. */
  private async keepOutside(county: string, cut: Anchor): Promise<void> {
    const line = writeAnchor(cut, this.clock.now().toISOString());
    await this.store.put(checkpointKey(county, cut.seq), Buffer.from(line), { ifAbsent: true });
  }

  private finish(county: string, id: string, owner: string): Promise<void> {
    return this.end(county, id, owner, 'DONE', ({ first, found, before }) => ({
      action: 'audit-log.purge',
      detail: JSON.stringify({ before, first, through: first + found - 1 }),
    }));
  }

  private stop(county: string, id: string, owner: string, { seq, reason }: ChainFault): Promise<void> {
    return this.end(county, id, owner, 'STOPPED', ({ before }) => ({
      action: 'audit-log.purge-stopped',
      detail: JSON.stringify({ before, row: Number(seq), reason }),
    }));
  }

  private end(
    county: string,
    id: string,
    owner: string,
    state: 'DONE' | 'STOPPED',
    deed: (purge: RunningPurge) => { action: string; detail: string },
  ): Promise<void> {
    return this.change(county, id, owner, async (tx, purge) => {
      await this.purges.note(tx, purge, { state, finishedAt: this.clock.now().toISOString() });
      // a night without old records is nothing to tell
      if (state === 'DONE' && purge.deleted === 0) return;
      await emit(tx, {
        ...{ type: 'audit.action-taken.v1', aggregate: `county:${county}`, actor: purge.actor },
        payload: { object: `county:${county}`, afterHash: purge.archiveHash, ...deed(purge) },
      });
    });
  }

  private change(
    county: string,
    id: string,
    owner: string,
    work: (tx: Tx, purge: RunningPurge) => Promise<void>,
  ): Promise<void> {
    return this.database.withCounty(county, async (tx) => {
      const purge = await this.purges.lock(tx, id, owner);
      if (!purge) throw new PurgeTaken();
      await work(tx, purge);
    });
  }
}
