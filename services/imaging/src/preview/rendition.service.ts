import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { cacheReads } from '@portal/infra/metrics';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { renditionSizes, type RenditionSize, type ZoomDescription } from '@portal/proto/http/imaging';
import { fail, ok, type Result } from '@portal/proto/result';
import type { StoredObject } from '@portal/proto/rpc/imaging';
import { PageStore } from '../pages/page-store.js';
import type { IndexedPage } from '../pages/page.repository.js';
import { inkVersion, type InkRequest } from '../rendition/page-ink.js';
import { isHeavy, RenderPool } from '../rendition/render-pool.js';
import { zoomLevels } from '../rendition/zoom-levels.js';
import { previewBox, tileSize, zoomBox } from './preview-sizes.js';
import { RenditionCache, type KnownRendition } from './rendition-cache.js';

/** Every preview has the stamp 'Unofficial copy'. Users who have paid get the PDF, which has no stamp. */
const previewInk: InkRequest = { stamp: true, redactions: [] };
const inkSuffix = `v${inkVersion}-stamped`;
const cacheBytes = 64 * 1024 * 1024;
const hashLength = 32;

export interface TilePlace {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/**
 * Previews of verified pages. A preview is created once and stored under the picture's hash, its size and the version
 * of the ink. Pages with the same picture share the preview.
 */
@Injectable()
export class RenditionService implements OnApplicationShutdown {
  private readonly cache = new RenditionCache(cacheBytes);

  constructor(
    private readonly store: PageStore,
    private readonly pool: RenderPool,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
  ) {}

  /** @returns the preview in the object store; PAGE_IMAGE_MISSING when the page's own image is missing */
  async open(
    county: string,
    page: IndexedPage,
    size: RenditionSize,
  ): Promise<Result<StoredObject, 'PAGE_IMAGE_MISSING'>> {
    const found = await this.ensure(county, page, size);
    return found ? ok(asStored(found)) : fail('PAGE_IMAGE_MISSING');
  }

  /** The bytes of a page's thumbnail. */
  async thumbnail(county: string, page: IndexedPage): Promise<Uint8Array | undefined> {
    const found = await this.ensure(county, page, 'thumbnail');
    return found && (found.jpeg ?? this.objects.get(found.objectKey));
  }

  async openTile(
    county: string,
    page: IndexedPage,
    place: TilePlace,
  ): Promise<Result<StoredObject, 'PAGE_IMAGE_MISSING'>> {
    const folder = `${renditionFolder(county, page)}/zoom-${inkSuffix}`;
    const name = `${place.level}-${place.column}-${place.row}`;
    const objectKey = `${folder}/${name}.jpg`;
    const etag = `${page.sha256.slice(0, hashLength)}-zoom-${name}-v${inkVersion}`;
    const known = this.cache.find(objectKey) ?? (await this.stored(objectKey, etag));
    if (known) return ok(asStored(known));
    const made = await this.cache.once(folder, () => this.makeTiles(county, page, folder));
    const tile = made && (await this.stored(objectKey, etag));
    return tile ? ok(asStored(tile)) : fail('PAGE_IMAGE_MISSING');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  private async ensure(
    county: string,
    page: IndexedPage,
    size: RenditionSize,
  ): Promise<KnownRendition | undefined> {
    const names = namesOf(county, page, size);
    const known = this.cache.find(names.objectKey);
    cacheReads.inc({ cache: 'previews', outcome: known ? 'hit' : 'miss' });
    if (known) return known;
    return this.cache.once(names.objectKey, async () => {
      const found = (await this.stored(names.objectKey, names.etag)) ?? (await this.make(county, page, size));
      if (found) this.cache.remember(found);
      return found;
    });
  }

  private async stored(objectKey: string, etag: string): Promise<KnownRendition | undefined> {
    const found = await this.objects.find(objectKey);
    return found && { objectKey, etag, size: found.size };
  }

  private async make(
    county: string,
    page: IndexedPage,
    size: RenditionSize,
  ): Promise<KnownRendition | undefined> {
    const bytes = await this.store.find(county, page);
    if (!bytes) return undefined;
    if (!isHeavy(page, bytes.length)) return (await this.makeSizes(county, page, bytes, [size]))[0];
    // decoding takes seconds, so requests for any size of the page share one call that makes all sizes
    const folder = renditionFolder(county, page);
    const all = await this.cache.once(`${folder}/all`, () =>
      this.makeSizes(county, page, bytes, renditionSizes),
    );
    return all[renditionSizes.indexOf(size)];
  }

  private async makeSizes(
    county: string,
    page: IndexedPage,
    bytes: Uint8Array,
    sizes: readonly RenditionSize[],
  ): Promise<KnownRendition[]> {
    const boxes = sizes.map((size) => previewBox(page, size));
    const task = { kind: 'previews', form: page, bytes, boxes, ink: previewInk } as const;
    const pictures = await this.pool.run(task);
    return Promise.all(
      pictures.map(async (picture, i) => {
        const size = sizes[i] as RenditionSize;
        const names = namesOf(county, page, size);
        const jpeg = Buffer.from(picture.jpeg);
        await this.objects.put(names.objectKey, jpeg, { contentType: 'image/jpeg' });
        return { ...names, size: jpeg.length, ...(size === 'thumbnail' && { jpeg }) };
      }),
    );
  }

  private async makeTiles(county: string, page: IndexedPage, folder: string): Promise<boolean> {
    const bytes = await this.store.find(county, page);
    if (!bytes) return false;
    const zoom = { box: zoomBox(page), tileSize };
    const tiles = await this.pool.run({ kind: 'tiles', form: page, bytes, zoom, ink: previewInk });
    for (const { level, column, row, jpeg } of tiles) {
      await this.objects.put(`${folder}/${level}-${column}-${row}.jpg`, Buffer.from(jpeg), {
        contentType: 'image/jpeg',
      });
    }
    return true;
  }
}

const namesOf = (
  county: string,
  page: IndexedPage,
  size: RenditionSize,
): { objectKey: string; etag: string } => ({
  objectKey: `${renditionFolder(county, page)}/${size}-${inkSuffix}.jpg`,
  etag: `${page.sha256.slice(0, hashLength)}-${size}-v${inkVersion}`,
});

const renditionFolder = (county: string, page: IndexedPage): string => `${county}/renditions/${page.sha256}`;

const asStored = ({ objectKey, etag, size }: KnownRendition): StoredObject => ({
  objectKey,
  etag,
  size,
  contentType: 'image/jpeg',
});

export function describeZoomOf(page: IndexedPage): ZoomDescription {
  const sizes = zoomLevels(page, { box: zoomBox(page), tileSize });
  const { width, height } = sizes[0] ?? { width: 0, height: 0 };
  const rendition = `${page.sha256.slice(0, hashLength)}-zoom-v${inkVersion}`;
  return { width, height, tileSize, levels: sizes.length, rendition };
}

/** True if a tile is inside the page's levels. */
export function hasTile(page: IndexedPage, { level, column, row }: TilePlace): boolean {
  const size = zoomLevels(page, { box: zoomBox(page), tileSize })[level];
  return size !== undefined && column * tileSize < size.width && row * tileSize < size.height;
}
