import { ImageRefused } from '../refusal.js';
import type { Pdfium } from './pdfium.module.js';

/** The font size, line height and margin of the stamp, in points (1/72 inch). */
const [fontSize, lineHeight, margin] = [9, 12, 14];
const [bold, regular] = ['Helvetica-Bold', 'Helvetica'];
/** FPDF_FILLMODE_ALTERNATE. */
const filled = 1;

/** PDFium's memory addresses of an open document and of one of its pages. */
interface Place {
  readonly document: number;
  readonly page: number;
}

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/**
 * Writes lines into a white band that is added above the page as viewers show it, so that the stamp never covers what
 * was recorded. The letters are those of the standard fonts (Latin).
 * @throws ImageRefused PAGE_UNDECODABLE
 */
export function stampPage(module: Pdfium, place: Place, lines: readonly string[]): void {
  const { page } = place;
  const turns = module.FPDFPage_GetRotation(page);
  const box = boxOf(module, page);
  const band = bandOf(box, turns, lines.length * lineHeight + margin);
  fill(module, page, band);
  lines.forEach((line, i) => {
    write(module, place, { font: i === 0 ? bold : regular, line, matrix: matrixOf(band, turns, i) });
  });
  const whole = around(box, band);
  module.FPDFPage_SetMediaBox(page, whole.left, whole.bottom, whole.right, whole.top);
  module.FPDFPage_SetCropBox(page, whole.left, whole.bottom, whole.right, whole.top);
  if (!module.FPDFPage_GenerateContent(page)) throw new ImageRefused('PAGE_UNDECODABLE', 'stamp');
}

/** The part of the page that viewers show, before the page is turned. */
function boxOf(module: Pdfium, page: number): Box {
  const address = module.pdfium.wasmExports.malloc(16);
  const found = module.FPDF_GetPageBoundingBox(page, address);
  const { buffer } = module.pdfium.HEAPU8;
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(buffer.slice(address, address + 16));
  module.pdfium.wasmExports.free(address);
  if (!found || right <= left || top <= bottom) throw new ImageRefused('PAGE_UNDECODABLE', 'page box');
  return { left, bottom, right, top };
}

/** The band outside the edge that becomes the top edge when the page is turned clockwise by `turns` quarter turns. */
function bandOf({ left, bottom, right, top }: Box, turns: number, height: number): Box {
  if (turns === 1) return { left: left - height, bottom, right: left, top };
  if (turns === 2) return { left, bottom: bottom - height, right, top: bottom };
  if (turns === 3) return { left: right, bottom, right: right + height, top };
  return { left, bottom: top, right, top: top + height };
}

const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  bottom: Math.min(a.bottom, b.bottom),
  right: Math.max(a.right, b.right),
  top: Math.max(a.top, b.top),
});

/** Paints a box white, because the page may have content beyond the part that viewers show. */
function fill(module: Pdfium, page: number, { left, bottom, right, top }: Box): void {
  const object = module.FPDFPageObj_CreateNewRect(left, bottom, right - left, top - bottom);
  module.FPDFPageObj_SetFillColor(object, 255, 255, 255, 255);
  module.FPDFPath_SetDrawMode(object, filled, false);
  module.FPDFPage_InsertObject(page, object);
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The matrix that places a line on the band, turned so that the line is upright on the page as viewers show it. */
function matrixOf({ left, bottom, right, top }: Box, turns: number, line: number): Matrix {
  const down = margin / 2 + fontSize + line * lineHeight;
  if (turns === 1) return [0, 1, -1, 0, left + down, bottom + margin];
  if (turns === 2) return [-1, 0, 0, -1, right - margin, bottom + down];
  if (turns === 3) return [0, -1, 1, 0, right - down, top - margin];
  return [1, 0, 0, 1, left + margin, top - down];
}

function write(
  module: Pdfium,
  { document, page }: Place,
  { font, line, matrix }: { font: string; line: string; matrix: Matrix },
): void {
  const loaded = module.FPDFText_LoadStandardFont(document, font);
  const object = loaded === 0 ? 0 : module.FPDFPageObj_CreateTextObj(document, loaded, fontSize);
  if (object === 0) throw new ImageRefused('PAGE_UNDECODABLE', 'font');
  const text = Buffer.from(`${line}\0`, 'utf16le');
  const address = module.pdfium.wasmExports.malloc(text.length);
  module.pdfium.HEAPU8.set(text, address);
  const written = module.FPDFText_SetText(object, address);
  module.pdfium.wasmExports.free(address);
  if (!written) throw new ImageRefused('PAGE_UNDECODABLE', 'text');
  module.FPDFPageObj_Transform(object, ...matrix);
  module.FPDFPage_InsertObject(page, object);
  module.FPDFFont_Close(loaded);
}
