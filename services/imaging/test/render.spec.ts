import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { describeWithShared } from '@portal/infra/testing';
import sharp from 'sharp';
import { G4Encoder } from '../src/ccitt/g4.encoder.js';
import { fitInside, turnUpright } from '../src/rendition/orientation.js';
import { noInk } from '../src/rendition/page-ink.js';
import { openPicture } from '../src/rendition/pictures.js';
import { RenderPool } from '../src/rendition/render-pool.js';
import { renderPreviews, renderTiles } from '../src/rendition/render.js';
import { zoomLevels } from '../src/rendition/zoom-levels.js';
import type { PageForm } from '../src/stored-page.js';
import { pagesOf } from './scans.js';

const form = (over: Partial<PageForm> = {}): PageForm => ({
  kind: 'G4',
  width: 400,
  height: 200,
  xDpi: 300,
  yDpi: 300,
  orientation: 1,
  photometric: 0,
  components: 1,
  rows: 200,
  damaged: false,
  ...over,
});

/** A page that is black only in its upper left quarter. */
const cornered = ((): Buffer => {
  const encoder = new G4Encoder(400);
  for (let y = 0; y < 200; y += 1) encoder.row(Int32Array.of(0, 200), y < 100 ? 2 : 0);
  return encoder.finish();
})();

const grey = async (
  jpeg: Uint8Array,
): Promise<{ at: (x: number, y: number) => number; width: number; height: number }> => {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number =>
    data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)] ?? -1;
  return { at, width: info.width, height: info.height };
};

const box = { width: 100, height: 100 };

describe('a preview', () => {
  // the orientation of the stored page, and the place of its black corner when the page is upright
  test.each([
    [1, 0.2, 0.2],
    [2, 0.8, 0.2],
    [3, 0.8, 0.8],
    [4, 0.2, 0.8],
    [5, 0.2, 0.2],
    [6, 0.8, 0.2],
    [7, 0.8, 0.8],
    [8, 0.2, 0.8],
  ])('shows a page of orientation %i upright', async (orientation, x, y) => {
    const [preview] = await renderPreviews(form({ orientation }), cornered, [box], noInk);
    const picture = await grey(preview?.jpeg ?? new Uint8Array());
    expect([picture.width, picture.height]).toEqual(orientation >= 5 ? [50, 100] : [100, 50]);
    expect(picture.at(x, y)).toBeLessThan(20);
    expect(picture.at(1 - x, y)).toBeGreaterThan(235);
    expect(picture.at(x, 1 - y)).toBeGreaterThan(235);
  });

  test('shows the right colors of a page that is stored with black and white swapped', async () => {
    const [preview] = await renderPreviews(form({ photometric: 1 }), cornered, [box], noInk);
    const picture = await grey(preview?.jpeg ?? new Uint8Array());
    expect(picture.at(0.2, 0.2)).toBeGreaterThan(235);
    expect(picture.at(0.8, 0.8)).toBeLessThan(20);
  });

  test('is never larger than its page', () => {
    expect(fitInside({ width: 100, height: 50 }, { width: 700, height: 1400 })).toEqual({
      width: 100,
      height: 50,
    });
    expect(fitInside({ width: 7200, height: 10800 }, { width: 200, height: 400 })).toEqual({
      width: 200,
      height: 300,
    });
  });

  test('has the stamp and a redaction in its pixels', async () => {
    const ink = { stamp: true, redactions: [{ x: 300, y: 150, width: 80, height: 40 }] };
    const [plain] = await renderPreviews(form(), cornered, [{ width: 400, height: 400 }], noInk);
    const [marked] = await renderPreviews(form(), cornered, [{ width: 400, height: 400 }], ink);
    expect((await grey(plain?.jpeg ?? new Uint8Array())).at(0.85, 0.85)).toBeGreaterThan(235);
    expect((await grey(marked?.jpeg ?? new Uint8Array())).at(0.85, 0.85)).toBeLessThan(20);
    const stats = await sharp(marked?.jpeg).extract({ left: 210, top: 10, width: 80, height: 180 }).stats();
    expect(stats.channels[0]?.mean).toBeLessThan(250);
  });

  test('does not show missing rows of a damaged page as white', async () => {
    const [preview] = await renderPreviews(
      form({ damaged: true, rows: 100 }),
      cornered,
      [{ width: 400, height: 400 }],
      noInk,
    );
    const stats = await sharp(preview?.jpeg).extract({ left: 0, top: 110, width: 400, height: 90 }).stats();
    expect(stats.channels[0]?.min).toBeLessThan(120);
  });

  test('keeps every pixel of a color picture that is turned upright', () => {
    const pixels = Uint8Array.from({ length: 3 * 2 * 3 }, (_, i) => i);
    const turned = turnUpright({ width: 3, height: 2, channels: 3, pixels }, 6);
    expect([turned.width, turned.height]).toEqual([2, 3]);
    expect([...turned.pixels].slice(0, 6)).toEqual([9, 10, 11, 0, 1, 2]);
  });
});

describe('the picture library', () => {
  test.each([
    ['GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      'PNG',
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
  ])('S25 has no loader for %s', async (_kind, bytes) => {
    await expect(openPicture(bytes).metadata()).rejects.toThrow(/unsupported|blocked/);
  });
});

describe('the zoom', () => {
  test('has levels, each half as large as the previous one, until one tile holds the page; tiles cover every level', async () => {
    const zoom = { box: { width: 300, height: 300 }, tileSize: 128 };
    expect(zoomLevels(form(), zoom)).toEqual([
      { width: 300, height: 150 },
      { width: 150, height: 75 },
      { width: 75, height: 38 },
    ]);
    const tiles = await renderTiles(form(), cornered, zoom, noInk);
    expect(tiles.map(({ level, column, row }) => [level, column, row].join(' '))).toEqual([
      '0 0 0',
      '0 1 0',
      '0 2 0',
      '0 0 1',
      '0 1 1',
      '0 2 1',
      '1 0 0',
      '1 1 0',
      '2 0 0',
    ]);
    const corner = await sharp(tiles[5]?.jpeg).metadata();
    expect([corner.width, corner.height]).toEqual([300 - 256, 150 - 128]);
  });
});

describe('the threads that render pages', () => {
  const pool = new RenderPool(2);
  afterAll(() => pool.close());

  test('render many pages at once, and report a page that cannot be rendered', async () => {
    const task = { kind: 'previews', form: form(), bytes: cornered, boxes: [box], ink: noInk } as const;
    const done = await Promise.all(Array.from({ length: 12 }, () => pool.run(task)));
    expect(done.every(([preview]) => preview?.width === 100)).toBe(true);
    const broken = { ...task, form: form({ kind: 'JPEG' }) };
    await expect(pool.run(broken)).rejects.toMatchObject({ name: 'RenderFailed' });
    await expect(pool.run(task)).resolves.toHaveLength(1);
  });
});

describeWithShared('among previews of real scans', ['data/scans'], (scans) => {
  test.each(['pport_g4.tif', 'g4-multi.tiff'])(
    'a preview of %s looks the same as that scan reduced by libvips',
    async (name) => {
      const [page] = await pagesOf(join(scans, name));
      if (!page) throw new Error('no page');
      const sizes = [200, 700].map((width) => ({ width, height: 2000 }));
      const previews = await renderPreviews(page, page.bytes, sizes, noInk);
      expect(previews).toHaveLength(2);
      for (const preview of previews) {
        const mine = await sharp(preview.jpeg).greyscale().raw().toBuffer();
        const source = sharp(readFileSync(join(scans, name)), { page: 0 });
        const theirs = await source
          .resize(preview.width, preview.height, { fit: 'fill', kernel: 'linear' })
          .greyscale()
          .raw()
          .toBuffer();
        const difference =
          mine.reduce((sum, value, i) => sum + Math.abs(value - (theirs[i] as number)), 0) / mine.length;
        expect(difference).toBeLessThan(6);
      }
    },
  );
});
