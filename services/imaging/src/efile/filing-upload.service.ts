import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, ObjectMissing, ObjectTooLarge, type ObjectStore } from '@portal/infra/storage';
import { filingUploadKey, largestFiling } from '@portal/proto/efile';
import { fail, ok, type Failure, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type { takeFiling } from '@portal/proto/rpc/efile';
import { Gate } from '../ingest/gate.js';
import { limits } from '../refusal.js';
import { EfileTerms } from './efile-terms.js';
import { FilingFees } from './filing-fees.js';
import { FilingRefused, originalsOf, type FilingFile } from './filing-file.rules.js';
import { FilingRepository } from './filing.repository.js';
import { inspectLimited } from './filing-sandbox.js';
import { isCorrectable, mayFile, senderOf, userOf } from './filing.rules.js';

const log = openLog('imaging');

type Asked = Parsed<typeof takeFiling>;
type Taken = ResultOf<typeof takeFiling>;
type Refused = Extract<Taken, Failure>['code'];

/** Maximum number of documents that are read at a time, because a reader may need much memory. */
const atOnce = 2;
/** Maximum number of documents that are read or wait; further documents are refused. */
const mostWaiting = 6;

/**
 * Takes in uploaded documents (imaging/DESIGN.md#filings); nothing about them is trusted before the limited process has
 * examined them.
 */
@Injectable()
export class FilingUploadService {
  private readonly gate = new Gate(atOnce);
  private waiting = 0;

  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly filings: FilingRepository,
    private readonly fees: FilingFees,
    private readonly terms: EfileTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async take(actor: Actor, asked: Asked): Promise<Taken> {
    const terms = await this.terms.of(actor.county);
    if (!mayFile(actor) || !terms.offered) return fail('NOT_FOUND');
    if (terms.statement !== '' && !asked.form.acknowledged)
      return fail('INVALID_INPUT', undefined, { acknowledged: 'efile:acknowledge' });
    if (!(await this.mayCorrect(actor, asked.form.corrects))) return fail('FILING_CLOSED');
    const file = await this.read(filingUploadKey(actor.county, asked.upload));
    if (!file.ok) return file;
    const found = await this.inspect(file.value, asked.declared);
    if (!found.ok) return found;
    if (found.value.pages > terms.mostPages) return fail('FILING_TOO_MANY_PAGES', { n: terms.mostPages });
    return this.keep(actor, asked, { file: file.value, found: found.value, agreedTo: terms.agreedTo });
  }

  /**
   * True if the upload corrects no earlier filing, or if the earlier filing may be corrected. A filing that was
   * withdrawn, or that the office is working on again, may not be corrected.
   */
  private async mayCorrect(actor: Actor, corrects: string | null): Promise<boolean> {
    if (corrects === null) return true;
    const earlier = await this.database.withCounty(actor.county, (tx) => this.filings.find(tx, corrects));
    return isCorrectable(earlier, { userId: userOf(actor), accountId: actor.account });
  }

  private async read(
    key: string,
  ): Promise<Result<Buffer, 'NOT_FOUND' | 'FILING_TOO_LARGE' | 'FILING_FORMAT'>> {
    const found = await this.store.find(key);
    if (!found) return fail('NOT_FOUND');
    if (found.size > largestFiling) return fail('FILING_TOO_LARGE');
    if (found.size === 0) return fail('FILING_FORMAT');
    try {
      return ok(await this.store.get(key, largestFiling));
    } catch (error) {
      if (error instanceof ObjectMissing) return fail('NOT_FOUND');
      if (error instanceof ObjectTooLarge) return fail('FILING_TOO_LARGE');
      throw error;
    }
  }

  private async inspect(file: Buffer, declared: string): Promise<Result<FilingFile, Refused>> {
    if (this.waiting >= mostWaiting) return fail('SERVICE_BUSY');
    this.waiting += 1;
    try {
      return ok(await this.gate.beside(() => inspectLimited(file, declared)));
    } catch (error) {
      if (!(error instanceof FilingRefused)) throw error;
      log.info(
        { code: error.code, detail: error.detail, size: file.length },
        'an uploaded document was refused',
      );
      return error.code === 'FILING_TOO_MANY_PAGES'
        ? fail(error.code, { n: limits.pages })
        : fail(error.code);
    } finally {
      this.waiting -= 1;
    }
  }

  private async keep(
    actor: Actor,
    { form, fileName }: Asked,
    { file, found, agreedTo }: { file: Buffer; found: FilingFile; agreedTo: string },
  ): Promise<Taken> {
    const { kind: contentType, pages, lowResolution } = found;
    const [id, sha256] = [randomUUID(), createHash('sha256').update(file).digest('hex')];
    const objectKey = `${originalsOf(actor.county)}${id}.${contentType === 'image/tiff' ? 'tif' : 'pdf'}`;
    await this.store.put(objectKey, file, { ifAbsent: true });
    const sentBefore = await this.database.withCounty(actor.county, async (tx) => {
      await this.filings.insert(tx, {
        ...senderOf(form),
        ...{ id, userId: userOf(actor), accountId: actor.account, username: actor.username },
        ...{ language: actor.language, agreedTo, corrects: form.corrects, fileName, objectKey, contentType },
        ...{ size: file.length, sha256, pages, lowResolution, uploadedAt: this.clock.now() },
      });
      return this.filings.findSame(tx, { userId: userOf(actor), sha256 });
    });
    const { efileType, corrects: replaces } = form;
    const charges = await this.fees.price(actor, { filing: id, efileType, pages, replaces });
    if (!charges) return fail('NOT_FOUND');
    await failpoint('filing-priced');
    const isPriced = await this.database.withCounty(actor.county, (tx) =>
      this.filings.move(tx, id, 'UPLOADED', 'PRICED', { charges }),
    );
    // The filing is no longer UPLOADED if a card payment for it arrived before the price was stored here. The filing is
    // then removed, and the payment is refunded.
    if (!isPriced) return fail('FILING_CLOSED');
    return ok({ filing: id, pages, charges, lowResolution: [...lowResolution], sentBefore });
  }
}
