import { Injectable } from '@nestjs/common';
import { RpcClient, RpcFailure, systemActor } from '@portal/infra/rpc';
import { fail, ok, type Result } from '@portal/proto/result';
import { describePages, renderPdf } from '@portal/proto/rpc/imaging';
import type { DownloadOrder } from './download-order.entity.js';

export interface PageCount {
  readonly pageCount: number;
  /** The version of the pages; it increases whenever the pages change. */
  readonly version: number;
}

export interface PdfRequest {
  readonly county: string;
  readonly documentKey: string;
  readonly version: number;
  readonly pages: readonly number[];
  readonly title: string;
  /** Set when the existing object is damaged or missing, so that the PDF is written again. */
  readonly again?: boolean;
}

export const pdfRequestOf = (order: DownloadOrder): PdfRequest => ({
  county: order.countyId,
  documentKey: order.documentKey,
  version: order.documentVersion,
  pages: order.pages,
  title: order.document.displayDocNumber || order.documentKey,
});

export interface WrittenPdf {
  readonly objectKey: string;
  readonly sha256: string;
  readonly size: number;
}

/** SERVICE_UNAVAILABLE: no answer. The PDF may have been written, and trying again is harmless. */
export type RenderFailure =
  | 'DOCUMENT_SEALED'
  | 'PAGE_IMAGE_MISSING'
  | 'NO_SUCH_PAGE'
  | 'RENDER_FAILED'
  | 'SERVICE_UNAVAILABLE';

/** Asks the imaging service for page counts and PDFs; tests replace this class. */
export abstract class PageRenderer {
  /** @throws RpcFailure when the imaging service does not answer */
  abstract describe(county: string, documentKey: string): Promise<Result<PageCount, 'DOCUMENT_SEALED'>>;
  abstract render(request: PdfRequest): Promise<Result<WrittenPdf, RenderFailure>>;
}

const definite: readonly string[] = [
  'DOCUMENT_SEALED',
  'PAGE_IMAGE_MISSING',
  'NO_SUCH_PAGE',
  'RENDER_FAILED',
] satisfies RenderFailure[];
const isDefinite = (code: string): code is RenderFailure => definite.includes(code);

@Injectable()
export class ImagingRenderer extends PageRenderer {
  constructor(private readonly rpc: RpcClient) {
    super();
  }

  async describe(county: string, documentKey: string): Promise<Result<PageCount, 'DOCUMENT_SEALED'>> {
    const actor = systemActor(county, 'payments');
    const answer = await this.rpc.call(describePages, { documentKey }, { actor });
    if (answer.ok) return ok(answer.value);
    if (answer.code === 'DOCUMENT_SEALED') return fail(answer.code);
    throw new RpcFailure(describePages.name, answer);
  }

  async render({ county, pages, ...request }: PdfRequest): Promise<Result<WrittenPdf, RenderFailure>> {
    const actor = systemActor(county, 'payments');
    const answer = await this.rpc.call(renderPdf, { ...request, pages: [...pages] }, { actor });
    if (answer.ok) return ok(answer.value);
    return fail(isDefinite(answer.code) ? answer.code : 'SERVICE_UNAVAILABLE');
  }
}
