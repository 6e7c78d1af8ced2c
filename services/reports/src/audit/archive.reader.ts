import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { OBJECT_STORE, ObjectMissing, type ObjectStore } from '@portal/infra/storage';
import { checkpointFolder, readArchive, sha256, type Checkpoint } from './audit-archive.rules.js';
import { readAnchor, type Anchor, type ChainFault, type ChainReader } from './audit.rules.js';
import { CheckpointRepository } from './checkpoint.repository.js';

const AT_ONCE = 100;

/** Checks each file of the archive of purged rows, and checks that the file ends as its checkpoint says (S31). */
@Injectable()
export class ArchiveReader {
  constructor(
    private readonly database: Database,
    private readonly checkpoints: CheckpointRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /**
   * Reads the archive from its first row.
   * @returns the first fault of the archive
   */
  async read(county: string, reader: ChainReader): Promise<ChainFault | undefined> {
    for (;;) {
      const parts = await this.database.withCounty(county, (tx) =>
        this.checkpoints.listAfter(tx, reader.rows, AT_ONCE),
      );
      if (parts.length === 0) return undefined;
      for (const part of parts) {
        const fault = await this.readPart(part, reader);
        if (fault) return fault;
      }
    }
  }

  /** Returns the copies of the checkpoints that are stored outside the database. */
  async listOutside(county: string): Promise<Anchor[]> {
    const found: Anchor[] = [];
    for await (const key of this.store.list(checkpointFolder(county)))
      found.push(readAnchor((await this.store.get(key)).toString()));
    return found;
  }

  private async readPart(
    { seq, hash, archiveKey, archiveHash }: Checkpoint,
    reader: ChainReader,
  ): Promise<ChainFault | undefined> {
    const next = reader.rows + 1n;
    const bytes = await this.find(archiveKey);
    if (!bytes) return { seq: next, reason: 'ARCHIVE_MISSING' };
    if (sha256(bytes) !== archiveHash) return { seq: next, reason: 'ARCHIVE_CHANGED' };
    for (const row of readArchive(bytes)) {
      const fault = reader.read(row);
      if (fault) return fault;
    }
    const { last } = reader;
    return last.seq === seq && last.hash.equals(hash) ? undefined : { seq, reason: 'CHECKPOINT_DIFFERS' };
  }

  private async find(key: string): Promise<Buffer | undefined> {
    try {
      return await this.store.get(key);
    } catch (error) {
      if (error instanceof ObjectMissing) return undefined;
      throw error;
    }
  }
}
