import { Injectable } from '@nestjs/common';
import type { RenditionSize, ZoomDescription } from '@portal/proto/http/imaging';
import { thumbnailsPerView } from '@portal/proto/http/imaging';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { getThumbnails, StoredObject, updatePreviewSettings } from '@portal/proto/rpc/imaging';
import type { IndexedPage } from '../pages/page.repository.js';
import { PageService } from '../pages/page.service.js';
import { missingThumbnail, missingThumbnailSize } from './missing-thumbnail.js';
import { changeSelection, describeSelection } from './page-selection.rules.js';
import { previewSize } from './preview-sizes.js';
import { describeZoomOf, hasTile, RenditionService, type TilePlace } from './rendition.service.js';

type PreviewCode = 'IMAGES_NOT_ALLOWED' | 'DOCUMENT_SEALED' | 'NO_SUCH_PAGE';
type PageCode = PreviewCode | 'PAGE_IMAGE_MISSING';
type Thumbnail = Output<typeof getThumbnails>['thumbnails'][number];

const pagesFrom = (first: number, count: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(thumbnailsPerView, count - first + 1)) }, (_, i) => first + i);

/** Thumbnails, page selection and single previews of a document (A9). */
@Injectable()
export class PreviewService {
  constructor(
    private readonly pages: PageService,
    private readonly renditions: RenditionService,
  ) {}

  async getThumbnails(
    actor: Actor,
    request: Parsed<typeof getThumbnails>,
  ): Promise<Result<Output<typeof getThumbnails>, PreviewCode>> {
    const key = `${request.documentType}${request.documentNumber}`;
    const opened = await this.pages.open(actor, key, (count) => pagesFrom(request.page, count));
    if (!opened.ok) return opened;
    const { pageCount, pages } = opened.value;
    if (pageCount > 0 && pages.length === 0) return fail('NO_SUCH_PAGE', { entered: request.page });
    const selected = describeSelection(request, pageCount);
    if (!selected.ok) return selected;
    const { selectedAsBoolean } = selected.value;
    const thumbnails = await Promise.all(
      pages.map((page) => this.thumbnail(actor.county, page, selectedAsBoolean[page.page - 1] === true)),
    );
    return ok({ pageCount, pagesSelected: selected.value, thumbnails });
  }

  /** Checks the selection against the index, because the browser's page count is not trusted. */
  async updateSettings(
    actor: Actor,
    { imagePreviewSettingChange, imagePreviewSettings, page }: Parsed<typeof updatePreviewSettings>,
  ): Promise<Result<Output<typeof updatePreviewSettings>, PreviewCode>> {
    const { documentType, documentNumber } = imagePreviewSettings;
    const opened = await this.pages.open(actor, `${documentType}${documentNumber}`, () => []);
    if (!opened.ok) return opened;
    const { pageCount } = opened.value;
    const namesPage = ['PAGE_TOGGLED', 'KEEP_PAGE', 'IGNORE_PAGE'].includes(imagePreviewSettingChange);
    if (namesPage && page > pageCount) return fail('NO_SUCH_PAGE', { entered: page });
    return changeSelection(imagePreviewSettingChange, imagePreviewSettings, page, pageCount);
  }

  async openRendition(
    actor: Actor,
    at: { documentKey: string; page: number; size: RenditionSize },
  ): Promise<Result<StoredObject, PageCode>> {
    const page = await this.page(actor, at);
    return page.ok ? this.renditions.open(actor.county, page.value, at.size) : page;
  }

  async describeZoom(
    actor: Actor,
    at: { documentKey: string; page: number },
  ): Promise<Result<ZoomDescription, PageCode>> {
    const page = await this.page(actor, at);
    return page.ok ? ok(describeZoomOf(page.value)) : page;
  }

  async openTile(
    actor: Actor,
    at: { documentKey: string; page: number } & TilePlace,
  ): Promise<Result<StoredObject, PageCode>> {
    const page = await this.page(actor, at);
    if (!page.ok) return page;
    if (!hasTile(page.value, at)) return fail('NO_SUCH_PAGE', { entered: at.page });
    return this.renditions.openTile(actor.county, page.value, at);
  }

  private async page(
    actor: Actor,
    at: { documentKey: string; page: number },
  ): Promise<Result<IndexedPage, PreviewCode>> {
    const opened = await this.pages.open(actor, at.documentKey, () => [at.page]);
    if (!opened.ok) return opened;
    const [page] = opened.value.pages;
    return page ? ok(page) : fail('NO_SUCH_PAGE', { entered: at.page });
  }

  private async thumbnail(county: string, page: IndexedPage, selected: boolean): Promise<Thumbnail> {
    const jpeg = await this.renditions.thumbnail(county, page);
    const size = jpeg ? previewSize(page, 'thumbnail') : missingThumbnailSize;
    const image = Buffer.from(jpeg ?? (await missingThumbnail())).toString('base64');
    return { page: page.page, image, ...size, selected, damaged: page.damaged || !jpeg };
  }
}
