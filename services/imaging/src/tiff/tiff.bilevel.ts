import { reverseBits } from '../ccitt/ccitt.codes.js';
import { decodeCcitt, type CcittForm, type CcittOutcome, type RowSink } from '../ccitt/ccitt.decoder.js';
import { RunCollector, rowsOfBitmap, type RunRows } from '../runs/run-rows.js';
import type { TiffPage } from './tiff.reader.js';

export interface BilevelOutcome {
  /** The number of readable rows before the first unreadable one; the page's height when none is missing. */
  readonly rows: number;
  /** True if a row is missing or was repaired. */
  readonly damaged: boolean;
}

/** True for 1-bit pages that this module decodes into runs. libvips or PDFium decodes all other pages. */
export const isBilevel = (page: TiffPage): boolean =>
  page.bitsPerSample === 1 &&
  page.samplesPerPixel === 1 &&
  page.photometric <= 1 &&
  [1, 2, 3, 4, 32773].includes(page.compression);

/** True if the page already has the stored form: one G4 strip. */
export const isSingleG4 = (page: TiffPage): boolean =>
  isBilevel(page) && page.compression === 4 && !page.tile && page.offsets.length === 1;

/**
 * Passes the rows of a 1-bit page to the sink, strip by strip or tile row by tile row. Black means what the codec calls
 * black; for photometric BlackIsZero, the caller must swap black and white. Unreadable rows are passed as white.
 */
export function decodeBilevel(page: TiffPage, pieces: readonly Uint8Array[], sink: RowSink): BilevelOutcome {
  return page.tile ? decodeTiles(page, page.tile, pieces, sink) : decodeStrips(page, pieces, sink);
}

function decodeStrips(page: TiffPage, pieces: readonly Uint8Array[], sink: RowSink): BilevelOutcome {
  const white = new Int32Array(8).fill(page.width);
  let rows = page.height;
  let damaged = false;
  let top = 0;
  for (const piece of pieces) {
    const expected = Math.min(page.rowsPerStrip, page.height - top);
    if (expected <= 0) break;
    const read = decodePiece(page, piece, page.width, expected, sink);
    for (let missing = read.rows; missing < expected; missing += 1) sink(white, 0);
    if (read.rows < expected) rows = Math.min(rows, top + read.rows);
    damaged ||= read.damaged || read.rows < expected;
    top += expected;
  }
  return { rows, damaged };
}

function decodeTiles(
  page: TiffPage,
  tile: { width: number; height: number },
  pieces: readonly Uint8Array[],
  sink: RowSink,
): BilevelOutcome {
  const across = Math.ceil(page.width / tile.width);
  const joined = new Int32Array(page.width + tile.width + 8);
  let rows = page.height;
  let damaged = false;
  for (let top = 0; top < page.height; top += tile.height) {
    const shown = Math.min(tile.height, page.height - top);
    const inRow: RunRows[] = [];
    let complete = shown;
    for (let column = 0; column < across; column += 1) {
      const collector = new RunCollector(tile.width, shown);
      const piece = pieces[(top / tile.height) * across + column] as Uint8Array;
      const read = decodePiece(page, piece, tile.width, shown, collector.add);
      complete = Math.min(complete, read.rows);
      damaged ||= read.damaged || read.rows < shown;
      inRow.push(collector.finish());
    }
    if (complete < shown) rows = Math.min(rows, top + complete);
    for (let y = 0; y < shown; y += 1) sink(joined, joinTiles(inRow, y, page.width, joined));
  }
  return { rows, damaged };
}

/** Joins row y of adjacent tiles. Runs that touch at a border become one run. */
function joinTiles(tiles: readonly RunRows[], y: number, width: number, out: Int32Array): number {
  let count = 0;
  tiles.forEach((tile, column) => {
    const left = column * tile.width;
    const end = tile.starts[y + 1] as number;
    for (let i = tile.starts[y] as number; i < end; i += 2) {
      const from = left + (tile.transitions[i] as number);
      const to = Math.min(width, left + (i + 1 < end ? (tile.transitions[i + 1] as number) : tile.width));
      if (from >= width) break;
      if (count > 0 && out[count - 1] === from) out[count - 1] = to;
      else {
        out[count++] = from;
        out[count++] = to;
      }
    }
  });
  if (count > 0 && (out[count - 1] as number) >= width) count -= 1;
  out.fill(width, count, count + 6);
  return count;
}

function decodePiece(
  page: TiffPage,
  piece: Uint8Array,
  width: number,
  rows: number,
  sink: RowSink,
): CcittOutcome {
  if (page.compression === 1 || page.compression === 32773) {
    const stride = (width + 7) >> 3;
    // for FillOrder 2, reverses the bits of every stored byte, including PackBits counts, as libtiff does
    const ordered = page.fillOrder === 2 ? reverseBits(piece) : piece;
    const raw = page.compression === 1 ? ordered : unpackBits(ordered, stride * rows);
    const complete = Math.min(rows, Math.floor(raw.length / stride));
    rowsOfBitmap(raw, width, complete, stride, sink);
    return { rows: complete, damaged: false };
  }
  const form: CcittForm = { scheme: schemeOf(page), width, rows, lsbFirst: page.fillOrder === 2 };
  return decodeCcitt(piece, form, sink);
}

function schemeOf(page: TiffPage): CcittForm['scheme'] {
  if (page.compression === 4) return 'G4';
  if (page.compression === 2) return 'MH';
  return (page.t4Options & 1) === 1 ? 'G3_2D' : 'G3_1D';
}

/** Unpacks at most `length` bytes of PackBits; stops early at the end of the data. */
function unpackBits(packed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let at = 0;
  let i = 0;
  while (i < packed.length && at < length) {
    const header = packed[i++] as number;
    if (header === 128) continue;
    const run = header < 128 ? header + 1 : 257 - header;
    const end = Math.min(length, at + run);
    if (header < 128) {
      out.set(packed.subarray(i, i + end - at), at);
      i += run;
    } else {
      out.fill(packed[i] ?? 0, at, end);
      i += 1;
    }
    at = end;
  }
  return out.subarray(0, at);
}
