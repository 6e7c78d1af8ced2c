import { decodeCcitt, type RowSink } from '../ccitt/ccitt.decoder.js';
import { G4Encoder } from '../ccitt/g4.encoder.js';
import { forEachRow, inked, inverted, type RunRows } from '../runs/run-rows.js';
import type { PageForm } from '../stored-page.js';
import { greyScaler } from './grey.scaler.js';
import { fitInside, turnUpright, uprightSize, type Size } from './orientation.js';
import { pageInk, type InkRequest } from './page-ink.js';
import { zoomLevels, type Zoom } from './zoom-levels.js';
import type { Sharp } from 'sharp';
import { encodeJpeg, openPicture, openPixels, rawPixels, type RawPicture } from './pictures.js';

export interface RenderedPicture extends Size {
  readonly jpeg: Uint8Array;
}

/** Upright previews of a verified page, each as large as its box allows, with the ink burned in. */
export async function renderPreviews(
  form: PageForm,
  bytes: Uint8Array,
  boxes: readonly Size[],
  ink: InkRequest,
): Promise<RenderedPicture[]> {
  const pictures = await renderPixels(form, bytes, boxes, ink);
  return Promise.all(
    pictures.map(async (picture) => ({ ...sizeOf(picture), jpeg: await encodeJpeg(picture) })),
  );
}

export interface RenderedTile {
  readonly level: number;
  readonly column: number;
  readonly row: number;
  readonly jpeg: Uint8Array;
}

/** All tiles of a page's zoom: level 0 fills `box`, and each further level is half the size. */
export async function renderTiles(
  form: PageForm,
  bytes: Uint8Array,
  zoom: Zoom,
  ink: InkRequest,
): Promise<RenderedTile[]> {
  const sizes = zoomLevels(form, zoom);
  const levels = await renderPixels(form, bytes, sizes, ink);
  const tiles: RenderedTile[] = [];
  for (const [level, picture] of levels.entries()) {
    for (let row = 0; row * zoom.tileSize < picture.height; row += 1) {
      for (let column = 0; column * zoom.tileSize < picture.width; column += 1) {
        tiles.push({ level, column, row, jpeg: await encodeJpeg(cut(picture, column, row, zoom.tileSize)) });
      }
    }
  }
  return tiles;
}

/**
 * A page with the ink in its pixels, ready for a PDF. A black and white page stays black and white, and its pixels
 * outside the ink do not change. Other pages are encoded as JPEG again.
 */
export async function burnInk(
  form: PageForm,
  bytes: Uint8Array,
  request: InkRequest,
): Promise<{ form: PageForm; bytes: Uint8Array }> {
  const ink = pageInk(form, request);
  if (!ink) return { form, bytes };
  if (form.kind === 'G4') {
    const encoder = new G4Encoder(form.width, bytes.length * 2);
    decodePage(
      form,
      bytes,
      inked(ink, (row, count) => encoder.row(row, count)),
    );
    return { form: { ...form, photometric: 0 }, bytes: encoder.finish() };
  }
  const picture = await rawPixels(openPicture(bytes, { tolerant: form.damaged }), form.components);
  return { form, bytes: await encodeJpeg(darken(picture, ink), 88) };
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

/** Fits the upright page into each box. The stored picture is scaled first and then turned upright. */
async function renderPixels(
  form: PageForm,
  bytes: Uint8Array,
  boxes: readonly Size[],
  request: InkRequest,
): Promise<RawPicture[]> {
  const upright = uprightSize(form, form.orientation);
  const sizes = boxes.map((box) => uprightSize(fitInside(upright, box), form.orientation));
  const ink = pageInk(form, request);
  const pictures =
    form.kind === 'G4' ? greyPictures(form, bytes, sizes, ink) : await jpegPictures(form, bytes, sizes, ink);
  return pictures.map((picture) => turnUpright(picture, form.orientation));
}

function greyPictures(
  form: PageForm,
  bytes: Uint8Array,
  sizes: readonly Size[],
  ink: RunRows | undefined,
): RawPicture[] {
  const scaler = greyScaler(form, sizes);
  decodePage(form, bytes, ink ? inked(ink, scaler.row) : scaler.row);
  return scaler.finish().map((bitmap) => ({ ...bitmap, channels: 1 }));
}

/** Decodes the page once for the largest size. The smaller pictures are scaled from the largest. */
async function jpegPictures(
  form: PageForm,
  bytes: Uint8Array,
  sizes: readonly Size[],
  ink: RunRows | undefined,
): Promise<RawPicture[]> {
  const pictures: RawPicture[] = [];
  const largest = sizes.reduce((one, other) => (other.width > one.width ? other : one));
  const source = await rawPixels(
    shrunk(openPicture(bytes, { tolerant: form.damaged }), largest),
    form.components,
  );
  for (const size of sizes) {
    const same = size.width === source.width && size.height === source.height;
    const picture = same ? source : await rawPixels(shrunk(openPixels(source), size), form.components);
    pictures.push(ink ? darken(picture, ink) : picture);
  }
  return pictures;
}

const shrunk = (picture: Sharp, { width, height }: Size): Sharp =>
  picture.resize(width, height, { fit: 'fill' });

/** Passes the rows of a stored G4 page in the colors that viewers show. Missing rows at the end are white. */
function decodePage(form: PageForm, bytes: Uint8Array, sink: RowSink): void {
  const shown = form.photometric === 1 ? inverted(form.width, sink) : sink;
  const read = decodeCcitt(bytes, { scheme: 'G4', width: form.width, rows: form.height }, shown);
  const white = new Int32Array(8).fill(form.width);
  for (let y = read.rows; y < form.height; y += 1) sink(white, 0);
}

/**
 * Paints ink over gray or color. Where the ink covers a part of a pixel, the pixel keeps the rest of its brightness.
 */
function darken(picture: RawPicture, ink: RunRows): RawPicture {
  const scaler = greyScaler(ink, [sizeOf(picture)]);
  forEachRow(ink, scaler.row);
  const [paper] = scaler.finish();
  const free = paper?.pixels ?? new Uint8ClampedArray();
  const { channels, pixels } = picture;
  const out = new Uint8ClampedArray(pixels.length);
  for (let i = 0; i < pixels.length; i += 1) {
    out[i] = ((pixels[i] as number) * (free[channels === 1 ? i : Math.floor(i / 3)] as number)) / 255;
  }
  return { ...picture, pixels: out };
}

function cut(picture: RawPicture, column: number, row: number, tileSize: number): RawPicture {
  const left = column * tileSize;
  const top = row * tileSize;
  const width = Math.min(tileSize, picture.width - left);
  const height = Math.min(tileSize, picture.height - top);
  const { channels } = picture;
  const pixels = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * picture.width + left) * channels;
    pixels.set(picture.pixels.subarray(from, from + width * channels), y * width * channels);
  }
  return { width, height, channels, pixels };
}
