import type { Font, Subset } from 'fontkit';
import { partName, SYMBOLIC, writeDescriptor } from './font-descriptor.js';
import { type PdfObjects, ref } from './pdf-objects.js';

/** A text in the codes of a font. */
export interface EncodedText {
  /** The operands of the operator TJ: codes in hex and corrections of the pen position. */
  readonly codes: string;
  /** The width in thousandths of the font's size. */
  readonly width: number;
}

const hex = (code: number): string => code.toString(16).padStart(4, '0');
/** Writes the UTF-16 code of one letter, or of several letters that one glyph shows. */
const unicodeOf = (points: readonly number[]): string =>
  Buffer.from(String.fromCodePoint(...points), 'utf16le')
    .swap16()
    .toString('hex');

/** Maximum number of encoded texts that a font keeps. Many texts, such as names, are written again and again. */
const KEPT = 2_000;

/** A TrueType font in a PDF. The file contains only the glyphs that its texts use (ISO 32000-1, 9.7). */
export class EmbeddedFont {
  readonly number: number;
  private readonly subset: Subset;
  private readonly scale: number;
  private readonly widths: number[] = [];
  private readonly letters: string[] = [];
  private readonly known = new Map<string, EncodedText>();

  constructor(
    private readonly font: Font,
    private readonly objects: PdfObjects,
    /** The name of the font in the resources of pages. */
    readonly name: string,
  ) {
    this.number = objects.reserve();
    this.subset = font.createSubset();
    this.scale = 1_000 / font.unitsPerEm;
    this.include(0, 0, [0xfffd]);
  }

  encode(text: string): EncodedText {
    const known = this.known.get(text);
    if (known) return known;
    const encoded = this.encodeRun(text);
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(text, encoded);
    return encoded;
  }

  /** Writes the font with the glyphs that were used. */
  finish(): void {
    const { font, objects } = this;
    const base = partName(font, 'AAAAAA');
    const file = this.subset.encode();
    const descriptor = writeDescriptor(objects, font, { name: base, flags: SYMBOLIC, file });
    const descendant = objects.add(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${base}/CIDToGIDMap/Identity` +
        '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>' +
        `/FontDescriptor ${ref(descriptor)}/W[0[${this.widths.map((width) => Math.round(width)).join(' ')}]]>>`,
    );
    const unicode = objects.addStream(this.unicodeMap());
    objects.add(
      `<</Type/Font/Subtype/Type0/BaseFont/${base}/Encoding/Identity-H` +
        `/DescendantFonts[${ref(descendant)}]/ToUnicode ${ref(unicode)}>>`,
      this.number,
    );
  }

  /** Lays out a text by the rules of the font, because the letters of some scripts join or move. */
  private encodeRun(text: string): EncodedText {
    const { glyphs, positions } = this.font.layout(text);
    let codes = '';
    let width = 0;
    glyphs.forEach((glyph, at) => {
      const own = glyph.advanceWidth * this.scale;
      const advance = (positions[at]?.xAdvance ?? glyph.advanceWidth) * this.scale;
      const shift = (positions[at]?.xOffset ?? 0) * this.scale;
      const code = `<${hex(this.include(glyph.id, own, glyph.codePoints))}>`;
      const moved = (by: number): string => (Math.abs(by) < 0.5 ? '' : `${Math.round(-by)}`);
      codes += `${moved(shift)}${code}${moved(advance - own - shift)}`;
      width += advance;
    });
    return { codes, width };
  }

  private include(glyph: number, width: number, points: readonly number[]): number {
    const code = this.subset.includeGlyph(glyph);
    this.widths[code] ??= width;
    this.letters[code] ??= unicodeOf(points.length > 0 ? points : [0xfffd]);
    return code;
  }

  /** Writes the map that programs use to copy the text or to read it aloud (ISO 32000-1, 9.10.3). */
  private unicodeMap(): string {
    const lines = this.letters.map((letter, code) => `<${hex(code)}> <${letter}>`);
    const blocks: string[] = [];
    for (let at = 0; at < lines.length; at += 100) {
      const part = lines.slice(at, at + 100);
      blocks.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`);
    }
    return [
      '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
      '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
      '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
      '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
      ...blocks,
      'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
    ].join('\n');
  }
}
