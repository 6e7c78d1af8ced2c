import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { failpoint } from '@portal/infra/failpoints';
import { PurgedLines } from '../activity/purged-lines.js';
import type { ChainFault } from '../audit/audit.rules.js';
import { AuditPurgeParts } from './audit-purge.parts.js';
import { AuditPurgeRepository, type RunningPurge } from './audit-purge.repository.js';

/** The number of records in a part. A step checks a part, or archives it as one file and deletes it. */
export const PART = 5_000;

/**
 * The steps of a purge of the audit log. A part is checked against the chain and written to the object store. Then one
 * transaction stores the checkpoint of the part and deletes the part together with its lines in the reports. If the
 * process dies before this transaction is committed, the part is checked and written again.
 */
@Injectable()
export class AuditPurgeSteps {
  constructor(
    private readonly database: Database,
    private readonly purges: AuditPurgeRepository,
    private readonly parts: AuditPurgeParts,
    private readonly lines: PurgedLines,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Performs the purge's next step.
   * @throws WorkTaken when another process has taken the purge
   */
  async next(county: string, purge: RunningPurge, owner: string): Promise<void> {
    if (purge.state === 'CHECKING') await this.check(county, purge.id, owner);
    else if (purge.state === 'FINISHING') await this.removeSearches(county, purge, owner);
    else await this.removePart(county, purge, owner);
  }

  /**
   * Counts the next records, up to the first record that is too young. Old records after this record are not counted,
   * because a purge deletes only the beginning of the chain.
   */
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
    if (left === 0)
      return this.change(county, purge.id, owner, (tx, current) =>
        this.purges.note(tx, current, { state: 'FINISHING' }),
      );
    await this.lines.prepare(county);
    const part = await this.parts.archive(county, Math.min(PART, left));
    if ('fault' in part) return this.stop(county, purge.id, owner, part.fault);
    await failpoint('audit-purge-archived');
    await this.change(county, purge.id, owner, async (tx, current) => {
      await this.parts.cutBehind(tx, part);
      await this.lines.remove(tx, part.facts);
      const deleted = await this.purges.removeCheckpointed(tx);
      if (deleted !== part.facts.length)
        throw new Error(`${deleted} records deleted, ${part.facts.length} archived`);
      await this.purges.note(tx, current, {
        deleted: current.deleted + deleted,
        archiveHash: part.hash.toString('hex'),
      });
    });
    await failpoint('audit-purge-deleted');
  }

  /**
   * Removes the lines of searches from the purged days. This is the last step, because searches are not part of the
   * chain.
   */
  private async removeSearches(county: string, purge: RunningPurge, owner: string): Promise<void> {
    const gone = await this.change(county, purge.id, owner, (tx) =>
      this.lines.removeSearches(tx, purge.olderThan, PART),
    );
    if (gone < PART) await this.finish(county, purge.id, owner);
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
      // a purge that has deleted nothing sends no event
      if (state === 'DONE' && purge.deleted === 0) return;
      await emit(tx, {
        ...{ type: 'audit.action-taken.v1', aggregate: `county:${county}`, actor: purge.actor },
        payload: { object: `county:${county}`, afterHash: purge.archiveHash, ...deed(purge) },
      });
    });
  }

  private change<T>(
    county: string,
    id: string,
    owner: string,
    work: (tx: Tx, purge: RunningPurge) => Promise<T>,
  ): Promise<T> {
    return this.purges.step(this.database, { county, id, owner }, work);
  }
}
