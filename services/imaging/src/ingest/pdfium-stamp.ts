import { ImageRefused } from '../refusal.js';
import type { Pdfium } from './pdfium.module.js';

/**
 * The font size, line height and margin of the stamp, in points (1/72 inch). On a page that is too narrow for a line,
 * all three are smaller.
 */
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

/** A line of text that PDFium has made and that is not on a page yet. */
interface Written {
  /** The address of the text object in the memory of PDFium. */
  readonly object: number;
  /** The address of the font in the memory of PDFium. */
  readonly font: number;
  /** The width of the line in points. */
  readonly width: number;
}

/**
 * Adds a white band at the edge that viewers show at the top of the page, and writes the lines of the stamp into the
 * band, so that the stamp never covers what was recorded. No line is longer than the page is wide. The letters are
 * those of the standard fonts (Latin).
 * @throws ImageRefused PAGE_UNDECODABLE
 */
export function stampPage(module: Pdfium, { document, page }: Place, lines: readonly string[]): void {
  const turns = module.FPDFPage_GetRotation(page);
  const box = boxOf(module, page);
  const written = lines.map((line, i) => write(module, document, i === 0 ? bold : regular, line));
  const room = turns % 2 === 0 ? box.right - box.left : box.top - box.bottom;
  const scale = Math.min(1, room / (2 * margin + Math.max(...written.map(({ width }) => width))));
  const band = bandOf(box, turns, (lines.length * lineHeight + margin) * scale);
  fill(module, page, band);
  written.forEach(({ object, font }, i) => {
    module.FPDFPageObj_Transform(object, ...matrixOf(band, { turns, scale }, i));
    module.FPDFPage_InsertObject(page, object);
    module.FPDFFont_Close(font);
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
function matrixOf(
  { left, bottom, right, top }: Box,
  { turns, scale: s }: { turns: number; scale: number },
  line: number,
): Matrix {
  const side = margin * s;
  const down = (margin / 2 + fontSize + line * lineHeight) * s;
  if (turns === 1) return [0, s, -s, 0, left + down, bottom + side];
  if (turns === 2) return [-s, 0, 0, -s, right - side, bottom + down];
  if (turns === 3) return [0, -s, s, 0, right - down, top - side];
  return [s, 0, 0, s, left + side, top - down];
}

function write(module: Pdfium, document: number, name: string, line: string): Written {
  const font = module.FPDFText_LoadStandardFont(document, name);
  const object = font === 0 ? 0 : module.FPDFPageObj_CreateTextObj(document, font, fontSize);
  if (object === 0) throw new ImageRefused('PAGE_UNDECODABLE', 'font');
  const text = Buffer.from(`${line}\0`, 'utf16le');
  const address = module.pdfium.wasmExports.malloc(text.length);
  module.pdfium.HEAPU8.set(text, address);
  const written = module.FPDFText_SetText(object, address);
  module.pdfium.wasmExports.free(address);
  if (!written) throw new ImageRefused('PAGE_UNDECODABLE', 'text');
  return { object, font, width: rightOf(module, object) };
}

/** The right edge of an object. */
function rightOf(module: Pdfium, object: number): number {
  const address = module.pdfium.wasmExports.malloc(16);
  const found = module.FPDFPageObj_GetBounds(object, address, address + 4, address + 8, address + 12);
  const { buffer } = module.pdfium.HEAPU8;
  const [, , right = 0] = new Float32Array(buffer.slice(address, address + 16));
  module.pdfium.wasmExports.free(address);
  // a line of spaces has no bounds
  return found ? right : 0;
}
