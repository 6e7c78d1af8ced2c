import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { PurgeSubjectRepository } from './purge-subject.repository.js';
import { UserPurgeRepository, type RunningPurge } from './user-purge.repository.js';
import { archiveKey } from './user-purge.rules.js';

export interface Archive {
  readonly users: number;
  /** The SHA-256 of the file in hex. */
  readonly hash: string;
}

/**
 * Writes the archive of the users whom a purge deletes, as lines of JSON in the object store. The archive is written
 * before the first user is deleted, and again at the end if the purge kept some of these users. Writing the archive
 * again after a crash produces the same file.
 */
@Injectable()
export class PurgeArchive {
  constructor(
    private readonly database: Database,
    private readonly purges: UserPurgeRepository,
    private readonly subjects: PurgeSubjectRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  write(county: string, purge: RunningPurge, owner: string): Promise<Archive> {
    return this.put(archiveKey(county, purge.id), this.linesOf(county, purge, owner));
  }

  /** Removes from the archive the users whom the purge has not deleted. */
  async takeOutKept(county: string, purge: RunningPurge): Promise<Archive> {
    const key = archiveKey(county, purge.id);
    const deleted = await this.database.withCounty(county, (tx) => this.subjects.listDeleted(tx, purge.id));
    const lines = (await this.store.get(key)).toString().split('\n').slice(0, -1);
    const left = lines.filter((line) => deleted.has((JSON.parse(line) as { id: string }).id));
    return this.put(
      key,
      left.map((line) => `${line}\n`),
    );
  }

  private async put(key: string, lines: AsyncIterable<string> | Iterable<string>): Promise<Archive> {
    const hash = createHash('sha256');
    let users = 0;
    async function* bytes(): AsyncGenerator<Buffer> {
      for await (const line of lines) {
        const written = Buffer.from(line);
        hash.update(written);
        users += 1;
        yield written;
      }
    }
    await this.store.put(key, Readable.from(bytes(), { objectMode: false }), {
      contentType: 'application/x-ndjson',
    });
    return { users, hash: hash.digest('hex') };
  }

  private async *linesOf(
    county: string,
    { id, signedInBefore }: RunningPurge,
    owner: string,
  ): AsyncGenerator<string> {
    for (let after = 0; ;) {
      const batch = await this.database.withCounty(county, async (tx) => {
        await this.purges.hold(tx, id, owner);
        return this.subjects.listForArchive(tx, id, signedInBefore, after);
      });
      const last = batch.at(-1);
      if (!last) return;
      for (const { line } of batch) yield line;
      after = last.place;
    }
  }
}
