import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, zonedNow } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { counter } from '@portal/infra/metrics';
import { contentTypeOf, OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { PaymentTerms } from '../prices/payment-terms.js';
import { LandLinkFileRepository, type ClaimedFile } from './landlink-file.repository.js';
import { fileHead, fileKey, fileRow } from './landlink.rules.js';

const written = counter({
  ...{ name: 'landlink_files_total', help: 'Daily files of postings that were stored' },
});

const LINES_AT_ONCE = 1_000;
const LEASE_MS = 5 * 60_000;

/**
 * Stores the files of closed days. What a file says is fixed when its day is closed, so every process and every attempt
 * writes the same bytes under the same key.
 */
@Injectable()
export class LandLinkWriter {
  constructor(
    private readonly database: Database,
    private readonly files: LandLinkFileRepository,
    private readonly terms: PaymentTerms,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Writes every file of the county that no other process is writing. */
  async writeWaiting(county: string): Promise<void> {
    for (;;) {
      const now = this.clock.now();
      const leaseUntil = new Date(now.getTime() + LEASE_MS);
      const file = await this.database.withCounty(county, (tx) => this.files.claim(tx, now, leaseUntil));
      if (!file) return;
      await this.write(county, file, leaseUntil);
    }
  }

  private async write(county: string, { day, timeZone }: ClaimedFile, leaseUntil: Date): Promise<void> {
    const zone = timeZone ?? (await this.terms.of(county)).timeZone;
    const objectKey = fileKey(county, day);
    const hash = createHash('sha256');
    const body = Readable.from(this.content(county, day, zone, hash), { objectMode: false });
    const { size } = await this.objects.put(objectKey, body, { contentType: contentTypeOf(objectKey) });
    await failpoint('landlink-stored');
    const file = { objectKey, size, sha256: hash.digest('hex') };
    const finished = await this.database.withCounty(county, (tx) =>
      this.files.finish(tx, day, leaseUntil, this.clock.now(), file),
    );
    if (finished) written.inc();
  }

  private async *content(
    county: string,
    day: string,
    timeZone: string,
    hash: ReturnType<typeof createHash>,
  ): AsyncGenerator<Buffer> {
    const part = (text: string): Buffer => {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      return bytes;
    };
    yield part(fileHead);
    for (let after = 0; ;) {
      const lines = await this.database.withCounty(county, (tx) =>
        this.files.lines(tx, day, after, LINES_AT_ONCE),
      );
      if (lines.length > 0)
        yield part(lines.map((line) => fileRow(day, line, (at) => wallClock(timeZone, at))).join(''));
      if (lines.length < LINES_AT_ONCE) return;
      after = lines.at(-1)?.seq ?? after;
    }
  }
}

const wallClock = (timeZone: string, at: Date): string =>
  zonedNow(timeZone, { now: () => at })
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');
