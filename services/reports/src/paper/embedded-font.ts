import type { Font, Subset } from 'fontkit';
import { type PdfObjects, ref } from './pdf-objects.js';

/** A text in the codes of a font. */
export interface EncodedText {
  /** Operands of TJ: codes in hex, and corrections of the pen. */
  readonly codes: string;
  /** In thousandths of the font's size. */
  readonly width: number;
}

const hex = (code: number): string => code.toString(16).padStart(4, '0');
/** One letter in UTF-16, or several that one glyph shows. */
const unicodeOf = (points: readonly number[]): string =>
  Buffer.from(String.fromCodePoint(...points), 'utf16le')
    .swap16()
    .toString('hex');

/** Texts that are kept encoded: names come again and again. */
const KEPT = 2_000;
const ASCII = /^[ -~]*$/;

/** A TrueType font of which a file holds the glyphs that its texts have used (ISO 32000-1 9.7). */
export class EmbeddedFont {
  readonly number: number;
  /** Height above the base line, in thousandths of the size. */
  readonly ascent: number;
  private readonly subset: Subset;
  private readonly scale: number;
  private readonly widths: number[] = [];
  private readonly letters: string[] = [];
  private readonly codes = new Map<number, { code: string; width: number }>();
  private readonly known = new Map<string, EncodedText>();

  constructor(
    private readonly font: Font,
    private readonly objects: PdfObjects,
    /** Its name in the resources of pages. */
    readonly name: string,
  ) {
    this.number = objects.reserve();
    this.subset = font.createSubset();
    this.scale = 1_000 / font.unitsPerEm;
    this.ascent = font.ascent * this.scale;
    this.include(0, 0, [0xfffd]);
  }

  encode(text: string): EncodedText {
    const known = this.known.get(text);
    if (known) return known;
    const encoded = ASCII.test(text) ? this.encodeLetters(text) : this.encodeRun(text);
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(text, encoded);
    return encoded;
  }

  /** Writes the font with the glyphs that were used. */
  finish(): void {
    const { font, objects, scale } = this;
    const file = this.subset.encode();
    const content = objects.addStream(file, `/Length1 ${file.length}`);
    const base = `AAAAAA+${font.postscriptName.replace(/[^\w-]/g, '')}`;
    const { minX, minY, maxX, maxY } = font.bbox;
    const box = [minX, minY, maxX, maxY].map((value) => Math.round(value * scale)).join(' ');
    const descriptor = objects.add(
      `<</Type/FontDescriptor/FontName/${base}/Flags 4/FontBBox[${box}]/ItalicAngle 0` +
        `/Ascent ${Math.round(font.ascent * scale)}/Descent ${Math.round(font.descent * scale)}` +
        `/CapHeight ${Math.round((font.capHeight || font.ascent) * scale)}/StemV 80/FontFile2 ${ref(content)}>>`,
    );
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

  private encodeLetters(text: string): EncodedText {
    const codes = new Array<string>(text.length);
    let width = 0;
    for (let at = 0; at < text.length; at += 1) {
      const point = text.charCodeAt(at);
      const letter = this.codes.get(point) ?? this.letterOf(point);
      codes[at] = letter.code;
      width += letter.width;
    }
    return { codes: `<${codes.join('')}>`, width };
  }

  private letterOf(point: number): { code: string; width: number } {
    const glyph = this.font.glyphForCodePoint(point);
    const width = glyph.advanceWidth * this.scale;
    const letter = { code: hex(this.include(glyph.id, width, [point])), width };
    this.codes.set(point, letter);
    return letter;
  }

  /** Scripts whose letters join or move are laid out by the font's own rules. */
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

  /** The text that programs copy and read aloud (ISO 32000-1 9.10.3). */
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
