import { Injectable } from '@nestjs/common';
import { selectedPages, type PageSelectionMethod } from '@portal/proto/page-selection';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { DocumentDescription } from '@portal/proto/rpc/search';
import { documentTypeOf } from '@portal/proto/document-key';
import { PriceBook } from '../prices/price-book.js';
import type { Tariff } from '../prices/price.rules.js';
import { BuyOptionsReader, type BuyOptions } from './buy-options.js';
import { DocumentIndex } from './document-index.js';
import { PageRenderer } from './page-renderer.js';
import { imageAccess } from '../payers/image-access.rules.js';

export interface SelectionRequest {
  readonly documentKey: string;
  readonly pageSelectionMethod: PageSelectionMethod;
  readonly pagesSelected: string;
}

export interface Selection {
  readonly request: SelectionRequest;
  readonly document: DocumentDescription;
  readonly documentVersion: number;
  readonly pageCount: number;
  /** The selected page numbers, ascending; at least one. */
  readonly pages: readonly number[];
  readonly tariff: Tariff;
  /** The session's ways to get more money or images. */
  readonly options: BuyOptions;
}

export type SelectionError =
  | 'DOCUMENT_NOT_FOUND'
  | 'DOCUMENT_SEALED'
  | 'IMAGES_NOT_ALLOWED'
  | 'NO_PAGES_SELECTED'
  | 'NO_SUCH_PAGE';

/** Completes a request for pages with data from the search and imaging services and from the county's settings. */
@Injectable()
export class SelectionService {
  constructor(
    private readonly index: DocumentIndex,
    private readonly renderer: PageRenderer,
    private readonly prices: PriceBook,
    private readonly buyOptions: BuyOptionsReader,
  ) {}

  /** Ignores the page count and the instrument that the browser sent, and reads both again. */
  async read(actor: Actor, request: SelectionRequest): Promise<Result<Selection, SelectionError>> {
    const { documentKey, pageSelectionMethod, pagesSelected } = request;
    if (imageAccess(actor, documentTypeOf(documentKey)) !== 'DOWNLOAD') return fail('IMAGES_NOT_ALLOWED');
    const [document, stored, tariff, options] = await Promise.all([
      this.index.find(actor.county, documentKey),
      this.renderer.describe(actor.county, documentKey),
      this.prices.tariffOf(actor.county),
      this.buyOptions.read(actor),
    ]);
    if (!stored.ok) return stored;
    if (!document) return fail('DOCUMENT_NOT_FOUND');
    const { pageCount, version } = stored.value;
    const pages = selectedPages(pageSelectionMethod, pagesSelected, pageCount);
    if (!pages.ok) return pages;
    if (pages.value.length === 0) return fail('NO_PAGES_SELECTED');
    const found = { request, document, documentVersion: version, pageCount, pages: pages.value };
    return ok({ ...found, tariff, options });
  }
}
