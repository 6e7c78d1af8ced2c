import { checkDimensions, ImageRefused, limits } from '../refusal.js';
import { pageContent, type Fault, type PaintedImage } from './pdf.content.js';
import { PdfFile } from './pdf.file.js';
import { imageBox, placement, placeOnPage, type PointBox } from './pdf.geometry.js';
import { codecOf, isBilevel, isStencil, maskOf, type ImageCodec } from './pdf.image.js';
import { PdfRef, type PdfDict, type PdfValue } from './pdf.objects.js';
import { annotationFaults, borderFaults, shownBox, userUnit } from './pdf.page-look.js';

/** A page whose only mark is one scan. The scan is still compressed. */
export interface PdfScan {
  readonly width: number;
  readonly height: number;
  readonly xDpi: number;
  readonly yDpi: number;
  /** The orientation as a value of the TIFF tag Orientation, 1 to 8. */
  readonly orientation: number;
  readonly codec: ImageCodec;
}

/** A page that is not a plain scan; it can only be imported as a picture of what a viewer shows. */
export interface PdfDrawing {
  readonly index: number;
  /** The size of the page's unit in points. */
  readonly unit: number;
  /** Why the page is not a plain scan, as a text for people. */
  readonly reason: string;
  /** True if the page has only scans and what scanners add to them. */
  readonly scanned: boolean;
  /** True if viewers draw the page differently from each other, so that nobody knows which drawing is right. */
  readonly unclear: boolean;
  /** True if the page has images and all of them are black and white. */
  readonly bilevel: boolean;
  /** Dots per inch of the finest image of the page; undefined for a page without images. */
  readonly dpi: number | undefined;
  readonly images: readonly PlacedImage[];
}

/** An image of a page that has to be drawn. */
export interface PlacedImage {
  /** Dots per inch, in the direction that has more of them. */
  readonly dpi: number;
  /** The place on the upright page, as fractions of its width and height (see `placeOnPage`). */
  readonly place: PointBox;
}

export type PdfPage = { readonly scan: PdfScan } | { readonly drawing: PdfDrawing };

/**
 * The pages of a PDF. A page is returned as its only scan if nothing else affects its appearance, and otherwise as a
 * page to be drawn.
 * @throws ImageRefused with the page's number
 */
export function readPdfPages(bytes: Uint8Array): PdfPage[] {
  try {
    return pagesOf(new PdfFile(bytes));
  } catch (error) {
    // if the cross-reference table is broken, viewers search the file for its objects, so this reader does the same
    if (!(error instanceof ImageRefused) || error.code !== 'PDF_SYNTAX') throw error;
    return pagesOf(new PdfFile(bytes, { rebuild: true }));
  }
}

function pagesOf(file: PdfFile): PdfPage[] {
  const pages = [...pdfPages(file)].map((page, index) =>
    onPage(index + 1, () => readPage(file, page, index)),
  );
  if (pages.length === 0) throw new ImageRefused('PDF_SYNTAX', 'no pages');
  return pages;
}

function onPage<T>(number: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    throw new ImageRefused(error.code, `page ${number}${error.detail ? `: ${error.detail}` : ''}`);
  }
}

const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/**
 * The pages in the order of the page tree, each with the entries that it inherits. Searching the bytes for `/Type
 * /Page` would miss compressed objects.
 */
export function* pdfPages(file: PdfFile): Generator<PdfDict> {
  const visited = new Set<number>();
  let pages = 0;
  const walk = function* (node: PdfValue | undefined, above: PdfDict, depth: number): Generator<PdfDict> {
    if (node instanceof PdfRef) {
      if (visited.has(node.number)) throw new ImageRefused('PDF_SYNTAX', 'pages in a circle');
      visited.add(node.number);
    }
    const dict = file.dict(node);
    if (!dict || depth > 32) throw new ImageRefused('PDF_SYNTAX', 'page tree');
    const merged = new Map<string, PdfValue>(dict);
    for (const key of inherited) {
      const value = dict.get(key) ?? above.get(key);
      if (value !== undefined) merged.set(key, value);
    }
    const kids = file.list(dict.get('Kids'));
    if (!kids) {
      pages += 1;
      if (pages > limits.pages) throw new ImageRefused('PDF_TOO_MANY_PAGES', `over ${limits.pages}`);
      yield merged;
      return;
    }
    for (const kid of kids) yield* walk(kid, merged, depth + 1);
  };
  const root = file.dict(file.trailer.get('Root'));
  if (!root) throw new ImageRefused('PDF_SYNTAX', 'no catalogue');
  yield* walk(root.get('Pages'), new Map(), 0);
}

function readPage(file: PdfFile, page: PdfDict, index: number): PdfPage {
  const { images, faults } = pageContent(file, page);
  const shown = shownBox(file, page);
  const unit = userUnit(file, page);
  const rotate = file.number(page.get('Rotate')) ?? 0;
  const all = [...faults, ...annotationFaults(file, page), ...imageFaults(file, images, { shown, unit })];
  const [only] = images;
  if (all.length === 0 && only) return { scan: scanOf(file, only, rotate, unit) };
  for (const image of images) {
    const { width, height } = sizeOf(file, image);
    checkDimensions(width, height);
  }
  const placed = images
    .map((image) => ({
      dpi: dpiOf(file, image) / unit,
      place: placeOnPage(imageBox(image.matrix), shown, rotate),
    }))
    .filter(({ dpi }) => Number.isFinite(dpi));
  return {
    drawing: {
      index,
      unit,
      reason: [...new Set(all.map(({ reason }) => reason))].slice(0, 4).join(', '),
      scanned: all.every(({ scanned }) => scanned),
      unclear: all.some(({ unclear }) => unclear === true) || hasPaleStencil(file, all, images),
      bilevel: images.length > 0 && images.every(({ image }) => isBilevel(file, image.dict)),
      dpi: placed.length > 0 ? Math.max(...placed.map(({ dpi }) => dpi)) : undefined,
      images: placed,
    },
  };
}

/** True for a stencil with partial opacity. PDFium applies the opacity twice, other viewers once. */
const hasPaleStencil = (file: PdfFile, faults: readonly Fault[], images: readonly PaintedImage[]): boolean =>
  faults.some(({ reason }) => reason === 'alpha') && images.some(({ image }) => isStencil(file, image.dict));

/**
 * Faults of the images of a page: a border that hides a part of an image, images that are too small, masks, and a first
 * image that is slanted.
 */
function imageFaults(
  file: PdfFile,
  images: readonly PaintedImage[],
  { shown, unit }: { shown: PointBox; unit: number },
): Fault[] {
  const [only] = images;
  if (!only) return [{ reason: 'no image', scanned: false }];
  const union = images
    .map(({ matrix }) => imageBox(matrix))
    .reduce((one, other) => ({
      left: Math.min(one.left, other.left),
      bottom: Math.min(one.bottom, other.bottom),
      right: Math.max(one.right, other.right),
      top: Math.max(one.top, other.top),
    }));
  const faults = borderFaults(shown, union, unit);
  for (const image of images) {
    const mask = maskOf(file, image);
    if (mask) faults.push({ reason: mask, scanned: true });
  }
  if (!isUpright(only)) faults.push({ reason: 'slanted image', scanned: true });
  return faults;
}

function isUpright({ matrix }: PaintedImage): boolean {
  try {
    placement(matrix, 0);
    return true;
  } catch {
    return false;
  }
}

const sizeOf = (file: PdfFile, { image }: PaintedImage): { width: number; height: number } => ({
  width: file.number(image.dict.get('Width') ?? image.dict.get('W')) ?? 0,
  height: file.number(image.dict.get('Height') ?? image.dict.get('H')) ?? 0,
});

function dpiOf(file: PdfFile, painted: PaintedImage): number {
  const { width, height } = sizeOf(file, painted);
  const [a, b, c, d] = painted.matrix;
  return Math.max((width * 72) / Math.hypot(a, b), (height * 72) / Math.hypot(c, d));
}

function scanOf(file: PdfFile, painted: PaintedImage, rotate: number, unit: number): PdfScan {
  const { orientation, across, down } = placement(painted.matrix, rotate);
  const { width, height } = sizeOf(file, painted);
  checkDimensions(width, height);
  return {
    width,
    height,
    xDpi: (width * 72) / (across * unit),
    yDpi: (height * 72) / (down * unit),
    orientation,
    codec: codecOf(file, painted.image, width),
  };
}
