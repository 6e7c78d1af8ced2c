import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import {
  archivePartKey,
  checkpointKey,
  sha256,
  writeArchive,
  type Checkpoint,
} from '../audit/audit-archive.rules.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { ChainReader, writeAnchor, type Anchor, type ChainFault } from '../audit/audit.rules.js';
import { CheckpointRepository } from '../audit/checkpoint.repository.js';

/** A part of the log that is in the archive and can be deleted. */
export interface ArchivedPart extends Checkpoint {
  /** The ids of the events in this part. */
  readonly facts: readonly string[];
}

/**
 * Checks that the next part of the log fits the chain of hashes, and writes the part to the archive. Then stores a cut:
 * the place in the chain after which the log continues once the part is deleted.
 */
@Injectable()
export class AuditPurgeParts {
  constructor(
    private readonly database: Database,
    private readonly checkpoints: CheckpointRepository,
    private readonly audit: AuditRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Archives the records that follow the last cut. After a crash, the same records are archived again.
   * @returns the archived part; or the first record that does not fit the chain, in which case nothing is written
   */
  async archive(county: string, count: number): Promise<ArchivedPart | { fault: ChainFault }> {
    const start = await this.cutOf(county);
    const { rows, head } = await this.database.withCounty(county, async (tx) => ({
      rows: await this.audit.listAfter(tx, start.seq, count),
      head: await this.audit.findHead(tx),
    }));
    // the reader also compares the end of the chain with the stored head
    const reader = new ChainReader(head ? [head] : [], start);
    for (const row of rows) {
      const fault = reader.read(row);
      if (fault) return { fault };
    }
    if (rows.length < count) return { fault: { seq: reader.rows + 1n, reason: 'ROW_MISSING' } };
    const { last } = reader;
    const first = start.seq + 1n;
    const bytes = writeArchive(rows);
    const archiveKey = archivePartKey(county, first, last.seq);
    await this.store.put(archiveKey, bytes, { contentType: 'application/x-ndjson' });
    await this.keepOutside(county, last);
    const facts = rows.map(({ eventId }) => eventId);
    return { ...last, first, archiveKey, archiveHash: sha256(bytes), facts };
  }

  /** Stores the cut of the chain after this part, so that the next part begins there. */
  async cutBehind(tx: Tx, { facts: _facts, ...part }: ArchivedPart): Promise<void> {
    await this.checkpoints.add(tx, part, this.clock.now());
  }

  /** Returns the last cut of the chain. */
  private async cutOf(county: string): Promise<Anchor> {
    const cut = await this.database.withCounty(county, (tx) => this.checkpoints.findNewest(tx));
    return cut ?? new ChainReader([]).last;
  }

  /**
   * Stores the cut outside the database. The object is written only once, so a person who later changes the database
   * cannot change the object.
   */
  private async keepOutside(county: string, cut: Anchor): Promise<void> {
    const line = writeAnchor(cut, this.clock.now().toISOString());
    await this.store.put(checkpointKey(county, cut.seq), Buffer.from(line), { ifAbsent: true });
  }
}
