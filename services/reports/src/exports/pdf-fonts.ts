import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

interface PdfFont {
  readonly file: Buffer;
  readonly letters: Pick<Font, 'hasGlyphForCodePoint'>;
}
export interface PdfFonts {
  readonly body: PdfFont;
  readonly bold: PdfFont;
}

const load = (name: string): PdfFont => {
  const file = readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
  const font = create(file);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is a collection of fonts`);
  return { file, letters: font };
};

let loaded: PdfFonts | undefined;

/** One family for Latin, Greek, Cyrillic, Hebrew and Arabic; PDF's own fonts know western Europe only. */
export const pdfFonts = (): PdfFonts =>
  (loaded ??= { body: load('DejaVuSansCondensed'), bold: load('DejaVuSansCondensed-Bold') });

/** The text with `?` for each letter that the font cannot show. */
export const showable = ({ letters }: PdfFont, text: string): string =>
  Array.from(text.normalize('NFC'), (letter) =>
    letters.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : '?',
  ).join('');
