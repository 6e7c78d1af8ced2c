import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { renderPdf } from '@portal/proto/rpc/imaging';
import type { IndexedPage } from '../pages/page.repository.js';
import { PdfFiles, type PdfFault } from './pdf.files.js';
import { RenderedPdfRepository, type PdfName, type RenderedPdf } from './rendered-pdf.repository.js';

type PdfRequest = Parsed<typeof renderPdf>;
type PdfCode = 'DOCUMENT_SEALED' | 'NO_SUCH_PAGE' | PdfFault;

/** Finds or writes the PDF of a paid selection. */
@Injectable()
export class PdfService {
  constructor(
    private readonly database: Database,
    private readonly rendered: RenderedPdfRepository,
    private readonly files: PdfFiles,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Finds or writes the PDF. A repeated request gets the same object, even if two requests run at once. `again` in the
   * request replaces a PDF that exists.
   */
  async render({ county }: Actor, request: PdfRequest): Promise<Result<RenderedPdf, PdfCode>> {
    const name = nameOf(request);
    const found = await this.database.withCounty(county, (tx) => this.rendered.find(tx, name, request.pages));
    if (found.hidden) return fail('DOCUMENT_SEALED');
    const ordered = inOrder(request.pages, found.pages);
    if (typeof ordered === 'number') return fail('NO_SUCH_PAGE', { entered: ordered });
    if (found.pdf && !request.again && (await this.files.isWhole(found.pdf))) return ok(found.pdf);
    await failpoint('pdf-writing');
    const objectKey = `${county}/pdf/${request.documentKey}/${name.version}-${name.selection}.pdf`;
    const written = await this.files.write(county, { objectKey, title: request.title, pages: ordered });
    if (!written.ok) return written;
    await failpoint('pdf-stored');
    await this.database.withCounty(county, (tx) =>
      this.rendered.remember(tx, name, written.value, this.clock.now()),
    );
    return written;
  }
}

function nameOf({ documentKey, version, pages, title }: PdfRequest): PdfName {
  const selection = createHash('sha256')
    .update(JSON.stringify([pages, title]))
    .digest('hex')
    .slice(0, 32);
  return { documentKey, version, selection };
}

/** The pages in the requested order, or the first page number that the document does not have. */
function inOrder(numbers: readonly number[], found: readonly IndexedPage[]): IndexedPage[] | number {
  const byNumber = new Map(found.map((page) => [page.page, page]));
  const missing = numbers.find((number) => !byNumber.has(number));
  if (missing !== undefined) return missing;
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}
