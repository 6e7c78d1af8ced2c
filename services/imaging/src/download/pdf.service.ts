import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { renderPdf } from '@portal/proto/rpc/imaging';
import { PageStore } from '../pages/page-store.js';
import { PageRepository, type IndexedPage } from '../pages/page.repository.js';
import { writePdf, type PdfPageSource } from '../pdf/pdf.writer.js';
import { needsInk, noInk } from '../rendition/page-ink.js';
import { RenderFailed, RenderPool } from '../rendition/render-pool.js';
import { RenderedPdfRepository, type PdfName, type RenderedPdf } from './rendered-pdf.repository.js';

type PdfRequest = Parsed<typeof renderPdf>;
type PdfCode = 'DOCUMENT_SEALED' | 'PAGE_IMAGE_MISSING' | 'NO_SUCH_PAGE' | 'RENDER_FAILED';

const log = openLog('imaging');

/** Pages fetched ahead of the one that is being written. */
const ahead = 4;

class PageMissing extends Error {
  constructor(readonly page: number) {
    super(`page ${page} is missing`);
  }
}

/**
 * Writes the PDF of a paid selection into the object store: the stored pictures themselves, page by page, so that
 * memory holds a few pages however long the document is.
 */
@Injectable()
export class PdfService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly rendered: RenderedPdfRepository,
    private readonly store: PageStore,
    private readonly pool: RenderPool,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The same request again answers the same object, also when two come at once; `again` writes it anew. */
  async render({ county }: Actor, request: PdfRequest): Promise<Result<RenderedPdf, PdfCode>> {
    const name = nameOf(request);
    const found = await this.database.withCounty(county, async (tx) => ({
      hidden: await this.pages.isHidden(tx, request.documentKey),
      pdf: await this.rendered.find(tx, name),
      pages: await this.pages.listPages(tx, request, request.pages),
    }));
    if (found.hidden) return fail('DOCUMENT_SEALED');
    const ordered = inOrder(request.pages, found.pages);
    if (typeof ordered === 'number') return fail('NO_SUCH_PAGE', { entered: ordered });
    if (found.pdf && !request.again && (await this.isWhole(found.pdf))) return ok(found.pdf);
    await failpoint('pdf-writing');
    const written = await this.write(county, request, name, ordered);
    if (!written.ok) return written;
    await failpoint('pdf-stored');
    await this.database.withCounty(county, (tx) =>
      this.rendered.remember(tx, name, written.value, this.clock.now()),
    );
    return written;
  }

  /** What is altered without another length is found by its reader, who asks for it again. */
  private async isWhole({ objectKey, size }: RenderedPdf): Promise<boolean> {
    const found = await this.objects.find(objectKey);
    if (found?.size === size) return true;
    log.error({ object: objectKey, size, found: found?.size }, 'a rendered PDF is missing or cut short');
    return false;
  }

  private async write(
    county: string,
    request: PdfRequest,
    name: PdfName,
    pages: readonly IndexedPage[],
  ): Promise<Result<RenderedPdf, PdfCode>> {
    const objectKey = `${county}/pdf/${request.documentKey}/${name.version}-${name.selection}.pdf`;
    const hash = createHash('sha256');
    const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    const chunks = counted(writePdf(request.title, this.sources(county, pages)));
    try {
      const body = Readable.from(chunks, { objectMode: false, highWaterMark: 256 * 1024 });
      const { size } = await this.objects.put(objectKey, body, { contentType: 'application/pdf' });
      return ok({ objectKey, sha256: hash.digest('hex'), size });
    } catch (error) {
      const reason = error instanceof Error && error.cause instanceof PageMissing ? error.cause : error;
      if (reason instanceof PageMissing) return fail('PAGE_IMAGE_MISSING', { page: reason.page });
      if (!(reason instanceof RenderFailed)) throw error;
      log.error({ err: reason, document: request.documentKey }, 'a page could not be rendered');
      return fail('RENDER_FAILED');
    }
  }

  /** The pages in order, a few fetched ahead. */
  private async *sources(county: string, pages: readonly IndexedPage[]): AsyncGenerator<PdfPageSource> {
    const waiting: Promise<PdfPageSource>[] = [];
    const fetchNext = (at: number): void => {
      const page = pages[at];
      if (!page) return;
      const source = this.source(county, page);
      // Its failure is told when its turn comes, not before.
      source.catch(() => undefined);
      waiting.push(source);
    };
    for (let at = 0; at < ahead; at += 1) fetchNext(at);
    for (let at = 0; at < pages.length; at += 1) {
      const source = await (waiting.shift() as Promise<PdfPageSource>);
      fetchNext(at + ahead);
      yield source;
    }
  }

  private async source(county: string, page: IndexedPage): Promise<PdfPageSource> {
    const bytes = await this.store.find(county, page);
    if (!bytes) throw new PageMissing(page.page);
    if (!needsInk(page, noInk)) return { form: page, bytes };
    return this.pool.run({ kind: 'burn', form: page, bytes, ink: noInk });
  }
}

function nameOf({ documentKey, version, pages, title }: PdfRequest): PdfName {
  const selection = createHash('sha256')
    .update(JSON.stringify([pages, title]))
    .digest('hex')
    .slice(0, 32);
  return { documentKey, version, selection };
}

/** The pages in the order asked for, or the first number that the document does not have. */
function inOrder(numbers: readonly number[], found: readonly IndexedPage[]): IndexedPage[] | number {
  const byNumber = new Map(found.map((page) => [page.page, page]));
  const missing = numbers.find((number) => !byNumber.has(number));
  if (missing !== undefined) return missing;
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}
