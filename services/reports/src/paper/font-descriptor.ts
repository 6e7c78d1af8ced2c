import type { Font } from 'fontkit';
import { type PdfObjects, ref } from './pdf-objects.js';

/** The name of a part of a font in a file. The tag distinguishes the parts of one font (ISO 32000-1, 9.6.4). */
export const partName = (font: Font, tag: string): string =>
  `${tag}+${font.postscriptName.replace(/[^\w-]/g, '')}`;

/**
 * The flag for a font with standard Latin letters. PDF readers use it to choose a similar font (ISO 32000-1, 9.8.2).
 */
export const NONSYMBOLIC = 32;
export const SYMBOLIC = 4;

/**
 * Writes a font subset (the letters that the PDF uses) and the descriptor of that subset.
 * @returns the object number of the descriptor
 */
export function writeDescriptor(
  objects: PdfObjects,
  font: Font,
  { name, flags, file }: { name: string; flags: number; file: Uint8Array },
): number {
  const content = objects.addStream(file, `/Length1 ${file.length}`);
  const scale = 1_000 / font.unitsPerEm;
  const scaled = (value: number): number => Math.round(value * scale);
  const { minX, minY, maxX, maxY } = font.bbox;
  const box = [minX, minY, maxX, maxY].map(scaled).join(' ');
  return objects.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${box}]/ItalicAngle 0` +
      `/Ascent ${scaled(font.ascent)}/Descent ${scaled(font.descent)}` +
      `/CapHeight ${scaled(font.capHeight || font.ascent)}/StemV 80/FontFile2 ${ref(content)}>>`,
  );
}
