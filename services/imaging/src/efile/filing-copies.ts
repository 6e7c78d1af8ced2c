import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { fail, ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type { openFilingCopy, openFilingPage } from '@portal/proto/rpc/efile-queue';
import { Gate } from '../ingest/gate.js';
import { stampedCopiesOf } from './filing-file.rules.js';
import { workLimited } from './filing-work-sandbox.js';
import type { FilingWork } from './filing-work.rules.js';
import { FilingRepository, type Filing } from './filing.repository.js';
import { isOffice, isOwn, wasSent, type Sent } from './filing.rules.js';

/** The fields of a filing's row that describe its copy with the recording stamp. */
export interface EndorsedCopy {
  readonly endorsedKey: string;
  readonly endorsedSha256: string;
  readonly endorsedSize: number;
}

const SERVICE_BUSY = Symbol('busy');
/** Maximum number of tasks that run at a time. It is small, because each task needs memory for a whole upload. */
const atOnce = 2;
/** Maximum number of tasks that run or wait; further tasks are refused. */
const mostWaiting = 12;

/** Makes copies of a filed document: pictures of its pages, and the copy with the recording stamp. */
@Injectable()
export class FilingCopies {
  private readonly gate = new Gate(atOnce);
  private waiting = 0;

  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** @returns the written copy; undefined when the document cannot be stamped; 'BUSY' when too many tasks wait */
  async endorse(
    county: string,
    filing: Sent,
    lines: readonly string[],
  ): Promise<EndorsedCopy | 'BUSY' | undefined> {
    const title = `Submission ${filing.number}`;
    const made = await this.work(filing, {
      make: 'COPY',
      kind: filing.contentType,
      title,
      lines: [...lines],
    });
    if (made === SERVICE_BUSY) return 'BUSY';
    if (!made) return undefined;
    const endorsedSha256 = createHash('sha256').update(made).digest('hex');
    const endorsedKey = `${stampedCopiesOf(county)}${filing.id}-${endorsedSha256.slice(0, 32)}.pdf`;
    await this.store.put(endorsedKey, made);
    return { endorsedKey, endorsedSha256, endorsedSize: made.length };
  }

  /** Opens the picture of a page. Each page is drawn once and kept, because the file never changes. */
  async openPage(
    actor: Actor,
    { filing: id, page }: Parsed<typeof openFilingPage>,
  ): Promise<ResultOf<typeof openFilingPage>> {
    const filing = await this.find(actor, id);
    if (!isOffice(actor) || !wasSent(filing)) return fail('NOT_FOUND');
    if (page > filing.pages) return fail('NO_SUCH_PAGE', { entered: page });
    const objectKey = `${actor.county}/efile/pages/${id}/${page}.jpg`;
    const found = { objectKey, etag: `${filing.sha256.slice(0, 32)}-${page}`, contentType: 'image/jpeg' };
    const known = await this.store.find(objectKey);
    if (known) return ok({ ...found, size: known.size });
    const drawn = await this.work(filing, { make: 'PICTURE', kind: filing.contentType, page });
    if (drawn === SERVICE_BUSY) return fail('SERVICE_BUSY');
    if (!drawn) return fail('PAGE_IMAGE_MISSING');
    await this.store.put(objectKey, drawn);
    return ok({ ...found, size: drawn.length });
  }

  async openCopy(
    actor: Actor,
    { filing: id, copy }: Parsed<typeof openFilingCopy>,
  ): Promise<ResultOf<typeof openFilingCopy>> {
    const filing = await this.find(actor, id);
    const may = isOffice(actor) || isOwn(filing, actor);
    if (!may || !wasSent(filing)) return fail('NOT_FOUND');
    if (copy === 'endorsed') return endorsedOf(filing);
    const { objectKey, contentType, size, sha256 } = filing;
    const fileName = `submission-${filing.number}.${contentType === 'image/tiff' ? 'tif' : 'pdf'}`;
    return ok({ objectKey, contentType, size, sha256, etag: sha256, fileName });
  }

  private find(actor: Actor, id: string): Promise<Filing | undefined> {
    return this.database.withCounty(actor.county, (tx) => this.filings.find(tx, id));
  }

  private async work(filing: Filing, work: FilingWork): Promise<Buffer | undefined | typeof SERVICE_BUSY> {
    if (this.waiting >= mostWaiting) return SERVICE_BUSY;
    this.waiting += 1;
    try {
      return await this.gate.beside(async () => workLimited(await this.store.get(filing.objectKey), work));
    } finally {
      this.waiting -= 1;
    }
  }
}

const endorsedOf = ({
  number,
  state,
  endorsedKey,
  endorsedSha256,
  endorsedSize,
}: Sent): ResultOf<typeof openFilingCopy> => {
  if (state !== 'RECORDED' || endorsedKey === null || endorsedSha256 === null || endorsedSize === null)
    return fail('NOT_FOUND');
  const fileName = `submission-${number}-recorded.pdf`;
  return ok({
    ...{ objectKey: endorsedKey, contentType: 'application/pdf', size: endorsedSize },
    ...{ sha256: endorsedSha256, etag: endorsedSha256, fileName },
  });
};
