import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { copyInk } from '../src/ingest/drawn-ink.js';
import { drawnPage } from '../src/ingest/drawn-page.js';
import { VerifySandbox } from '../src/ingest/verify-sandbox.js';
import type { PdfDrawing, PlacedImage } from '../src/pdf/pdf.scans.js';
import type { RawPicture } from '../src/rendition/pictures.js';
import { blackColumns, coveredPage, croppedPage, linesOf, type LinedImage } from './corpus/lined-pages.js';
import { pagesOf } from './corpus/taken-pages.js';

describe('a black and white page with more dots than a drawn page can have', () => {
  const [wide, high] = [2_400, 1_200];
  const lines = linesOf({ wide });
  const isNear = (black: Set<number>, x: number): boolean => [-1, 0, 1].some((by) => black.has(x + by));

  test('stays black and white if it has only slightly too many dots per inch, which can come from a rounded paper size', async () => {
    const [page] = await pagesOf(coveredPage(wide, high, 600.2));
    expect(page).toMatchObject({ kind: 'G4', xDpi: 600 });
  });

  test.each([650, 900, 1_200, 2_400])(
    'keeps every line that is one dot wide at %i dots per inch',
    async (dpi) => {
      const [page] = await pagesOf(coveredPage(wide, high, dpi));
      expect(page).toMatchObject({ width: Math.round((wide * 600) / dpi), xDpi: 600 });
      const black = blackColumns(page, 100);
      expect(lines.filter((x) => !isNear(black, Math.floor((x * 600) / dpi)))).toEqual([]);
      expect(black.size).toBeLessThanOrEqual(lines.length * 2);
    },
  );

  test('keeps the thickness of lines that are nine dots wide at 2,400 dots per inch', async () => {
    const [page] = await pagesOf(coveredPage(wide, high, 2_400, { thick: 9 }));
    const share = blackColumns(page, 100).size / lines.length;
    // 9 dots are 2.25 pixels
    expect(share).toBeGreaterThan(2);
    expect(share).toBeLessThan(2.6);
  });

  test('stays black and white on a sheet of 24 by 36 inches, within the time and memory limits of a file', async () => {
    const sandbox = new VerifySandbox();
    const [page] = await sandbox.verify(coveredPage(9_600, 14_400, 400)).finally(() => sandbox.close());
    expect(page).toMatchObject({ kind: 'G4', xDpi: 340 });
    const black = blackColumns(page, 6_000);
    const lost = linesOf({ wide: 9_600 }).filter((x) => !isNear(black, Math.floor(x * 0.85)));
    expect(lost).toEqual([]);
  }, 120_000);

  test.each([0.25, 0.75] as const)(
    'becomes gray if it has a shaded area, in which %s of all dots are black',
    async (shade) => {
      const lined: LinedImage = { wide, high, place: [0, 0, 144, 72] };
      const shaded: LinedImage = { wide: 480, high: 480, shade, place: [36, 18, 28.8, 28.8] };
      const [page] = await pagesOf(croppedPage({ width: 144, height: 72 }, [lined, shaded]));
      expect(page?.kind).toBe('JPEG');
      const area = sharp(page?.bytes).extract({ left: 320, top: 180, width: 200, height: 200 });
      const shades = await area.raw().toBuffer();
      const mean = shades.reduce((sum, one) => sum + one, 0) / shades.length;
      expect(mean / 255).toBeCloseTo(1 - shade, 1);
    },
  );
});

describe('a drawn page that states the size of its unit (UserUnit)', () => {
  const [wide, high] = [2_400, 1_800];

  test.each([0.5, 1, 2, 8])(
    'keeps its size in inches and every dot if the unit is %s points',
    async (unit) => {
      const [page] = await pagesOf(coveredPage(wide, high, 300, { unit }));
      const height = Math.round(high - (6 * unit * 300) / 72);
      expect(page).toMatchObject({ kind: 'G4', width: wide, height, xDpi: 300, yDpi: 300 });
      expect([...blackColumns(page, 100)]).toEqual(linesOf({ wide }));
    },
  );

  test('keeps every line when it is reduced to 600 dots per inch', async () => {
    const [page] = await pagesOf(coveredPage(wide, high, 1_200, { unit: 2 }));
    expect(page).toMatchObject({ kind: 'G4', width: wide / 2, xDpi: 600 });
    const black = blackColumns(page, 100);
    const lost = linesOf({ wide }).filter((x) =>
      [-1, 0, 1].every((by) => !black.has(Math.floor(x / 2) + by)),
    );
    expect(lost).toEqual([]);
  });
});

describe('overlapping images on a drawn page', () => {
  const [width, height] = [1_000, 800];
  /** Gray lines that are black or white depending on the threshold. */
  const smoothPicture = (): RawPicture => {
    const pixels = new Uint8Array(width * height).fill(255);
    for (let at = 0; at < pixels.length; at += 1) if (at % 7 === 3) pixels[at] = 130 + ((at * 31) % 120);
    return { width, height, channels: 1, pixels };
  };
  const blank = (): RawPicture => ({
    width,
    height,
    channels: 1,
    pixels: new Uint8Array(width * height).fill(9),
  });
  const inkOf = (images: readonly PlacedImage[]): RawPicture => {
    const to = blank();
    copyInk(smoothPicture(), to, images, 300);
    return to;
  };
  const placed = (dpi: number, left: number, bottom: number, right: number, top: number): PlacedImage => ({
    dpi,
    place: { left, bottom, right, top },
  });

  test('show the image with the most dots per inch where they overlap, in whatever order they are painted', () => {
    const [coarse, fine] = [placed(400, 0.1, 0.1, 0.8, 0.8), placed(1_200, 0.3, 0.2, 0.9, 0.5)];
    // compares buffers, because the matchers of jest take seconds for so many pixels
    const pixelsOf = (...images: PlacedImage[]): Buffer => Buffer.from(inkOf(images).pixels);
    const both = pixelsOf(coarse, fine);
    expect(pixelsOf(fine, coarse).equals(both)).toBe(true);
    const [onlyCoarse, onlyFine] = [pixelsOf(coarse), pixelsOf(fine)];
    const expected = onlyFine.map((shade, at) => (shade === 9 ? (onlyCoarse[at] ?? 0) : shade));
    expect(both.equals(expected)).toBe(true);
    expect(onlyFine.equals(pixelsOf({ ...fine, dpi: 400 }))).toBe(false);
  });

  test('are all painted even if there are thousands of them', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => {
      const [left, bottom] = [(at % 100) / 100, Math.floor(at / 100) / 50];
      return placed(1_200, left, bottom, left + 0.009, bottom + 0.019);
    });
    expect(inkOf(many).pixels.includes(9)).toBe(false);
  });

  test('take at most 40 times as long as one image of the whole page, even if there are thousands of them', () => {
    const timed = (images: readonly PlacedImage[]): number => {
      const started = performance.now();
      inkOf(images);
      return performance.now() - started;
    };
    const whole = placed(1_200, 0, 0, 1, 1);
    timed([whole]);
    const once = Math.max(10, timed([whole]));
    const shifted = Array.from({ length: 4_000 }, (_, at) =>
      placed(1_200, at / 20_000, at / 20_000, 1 - at / 20_000, 1),
    );
    expect(timed(shifted)).toBeLessThan(once * 40);
  });

  test('keep every line of the last image, even if a thousand other images come before it', async () => {
    // a small page, because each of the images is painted on all of it
    const [wide, high] = [600, 300];
    const place = [0, 0, 36, 18] as const;
    const plain: LinedImage = { wide: 80, high: 40, place, times: 1_200 };
    const lined: LinedImage = { wide, high, place };
    const [page] = await pagesOf(croppedPage({ width: 36, height: 18 }, [plain, lined]));
    expect(page).toMatchObject({ xDpi: 600 });
    const black = blackColumns(page, 50);
    const lost = linesOf({ wide }).filter((x) =>
      [-1, 0, 1].every((by) => !black.has(Math.floor(x / 2) + by)),
    );
    expect(lost).toEqual([]);
  }, 120_000);
});

test('a colored page is drawn twice, and the memory of the first drawing is free before the second begins', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const side = 3_000;
  const held: number[] = [];
  const file = {
    drawnDpi: () => 600,
    draw: () => {
      // the second collection waits until the first one has freed all memory
      collect();
      collect();
      held.push(process.memoryUsage().arrayBuffers);
      const pixels = new Uint8Array(side * side * 3).fill(100);
      return { picture: { width: side, height: side, channels: 3, pixels } as const, dpi: 600 };
    },
  };
  const place = { left: 0, bottom: 0, right: 1, top: 1 };
  const drawing: PdfDrawing = {
    ...{ index: 0, unit: 1, reason: '', scanned: true, unclear: false, bilevel: true, dpi: 1_200 },
    images: [{ dpi: 1_200, place }],
  };
  expect(await drawnPage(file, drawing)).toMatchObject({ kind: 'JPEG', width: side, components: 3 });
  const [before = 0, during = 0] = held;
  expect(held).toHaveLength(2);
  expect(during - before).toBeLessThan(side * side);
}, 60_000);
