import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { fail, ok, type Result } from '@portal/proto/result';
import { PageStore } from '../pages/page-store.js';
import type { IndexedPage } from '../pages/page.repository.js';
import { writePdf, type PdfPageSource } from '../pdf/pdf.writer.js';
import { needsInk, noInk } from '../rendition/page-ink.js';
import { RenderFailed, RenderPool } from '../rendition/render-pool.js';
import type { RenderedPdf } from './rendered-pdf.repository.js';

/** Why a PDF cannot be written. */
export type PdfFault = 'PAGE_IMAGE_MISSING' | 'RENDER_FAILED';

/** A PDF to write: its key in the store, its title, and its pages in order. */
interface PdfSelection {
  readonly objectKey: string;
  readonly title: string;
  readonly pages: readonly IndexedPage[];
}

const log = openLog('imaging');

/** The number of pages that are fetched ahead of the page being written. */
const ahead = 4;

class PageMissing extends Error {
  constructor(readonly page: number) {
    super(`page ${page} is missing`);
  }
}

/**
 * Writes PDFs to the object store. The stored pictures are copied unchanged, page by page, so that only a few pages are
 * in memory, however long the document is.
 */
@Injectable()
export class PdfFiles {
  constructor(
    private readonly store: PageStore,
    private readonly pool: RenderPool,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
  ) {}

  /**
   * True if the stored PDF has the expected length; its bytes are not compared. A reader that finds other bytes
   * requests the PDF again.
   */
  async isWhole({ objectKey, size }: RenderedPdf): Promise<boolean> {
    const found = await this.objects.find(objectKey);
    if (found?.size === size) return true;
    log.error({ object: objectKey, size, found: found?.size }, 'a rendered PDF is missing or cut short');
    return false;
  }

  /** Stores the PDF. @returns its key, length and SHA-256, or which page is missing */
  async write(
    county: string,
    { objectKey, title, pages }: PdfSelection,
  ): Promise<Result<RenderedPdf, PdfFault>> {
    const hash = createHash('sha256');
    const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    const chunks = counted(writePdf(title, this.sources(county, pages)));
    try {
      const body = Readable.from(chunks, { objectMode: false, highWaterMark: 256 * 1024 });
      const { size } = await this.objects.put(objectKey, body, { contentType: 'application/pdf' });
      return ok({ objectKey, sha256: hash.digest('hex'), size });
    } catch (error) {
      const reason = error instanceof Error && error.cause instanceof PageMissing ? error.cause : error;
      if (reason instanceof PageMissing) return fail('PAGE_IMAGE_MISSING', { page: reason.page });
      if (!(reason instanceof RenderFailed)) throw error;
      log.error({ err: reason, object: objectKey }, 'a page could not be rendered');
      return fail('RENDER_FAILED');
    }
  }

  /** Yields the pages in order. A few pages are fetched ahead. */
  private async *sources(county: string, pages: readonly IndexedPage[]): AsyncGenerator<PdfPageSource> {
    const waiting: Promise<PdfPageSource>[] = [];
    const fetchNext = (at: number): void => {
      const page = pages[at];
      if (!page) return;
      const source = this.source(county, page);
      // a failed fetch is reported when the page's turn comes, not as an unhandled rejection before that
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
