import type { Font } from 'fontkit';
import type { PdfFont } from '../exports/pdf-fonts.js';
import { withCharacterMap } from './character-map.js';
import { NONSYMBOLIC, partName, writeDescriptor } from './font-descriptor.js';
import { type PdfObjects, ref } from './pdf-objects.js';

const FIRST = 0x20;
const LAST = 0x7e;

/** The ASCII letters of a main font, encoded as one byte each. Most texts of a list need no other letters. */
export class AsciiFont {
  readonly number: number;
  /** The height above the base line, in thousandths of the size. */
  readonly ascent: number;
  /** The width of each letter by its code, in thousandths of the size. */
  private readonly widths = new Float64Array(LAST + 1);
  private readonly letters: Font;

  constructor(
    { letters }: PdfFont,
    private readonly objects: PdfObjects,
    /** The name of the font in the resources of pages. */
    readonly name: string,
  ) {
    this.letters = letters;
    this.number = objects.reserve();
    const scale = 1_000 / letters.unitsPerEm;
    this.ascent = letters.ascent * scale;
    for (let code = FIRST; code <= LAST; code += 1)
      this.widths[code] = letters.glyphForCodePoint(code).advanceWidth * scale;
  }

  /** Returns the width of a text in thousandths of the size; undefined for a text with letters outside ASCII. */
  widthOf(text: string): number | undefined {
    let width = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < FIRST || code > LAST) return undefined;
      width += this.widths[code] ?? 0;
    }
    return width;
  }

  /** Writes the font (ISO 32000-1, 9.6.3). */
  finish(): void {
    const { letters, objects } = this;
    const file = fileOf(letters);
    const name = partName(letters, 'AAAAAB');
    const descriptor = writeDescriptor(objects, letters, { name, flags: NONSYMBOLIC, file });
    const widths = [...this.widths.subarray(FIRST)].map((width) => Math.round(width)).join(' ');
    objects.add(
      `<</Type/Font/Subtype/TrueType/BaseFont/${name}/Encoding/WinAnsiEncoding` +
        `/FirstChar ${FIRST}/LastChar ${LAST}/Widths[${widths}]/FontDescriptor ${ref(descriptor)}>>`,
      this.number,
    );
  }
}

const files = new WeakMap<Font, Buffer>();

/** Makes a font file with the ASCII letters, once for each weight (DECISIONS.md#speed-23). */
function fileOf(letters: Font): Buffer {
  const known = files.get(letters);
  if (known) return known;
  const subset = letters.createSubset();
  for (let code = FIRST; code <= LAST; code += 1) subset.includeGlyph(letters.glyphForCodePoint(code).id);
  const made = withCharacterMap(subset.encode(), FIRST, LAST);
  files.set(letters, made);
  return made;
}
