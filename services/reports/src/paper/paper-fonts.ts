import type { Weight } from '../exports/font-files.js';
import type { LetterFonts, PdfFont } from '../exports/pdf-fonts.js';
import { AsciiFont } from './ascii-font.js';
import { EmbeddedFont } from './embedded-font.js';
import { type PdfObjects, ref } from './pdf-objects.js';

/** A part of a line that is written in one font. */
interface Piece {
  /** The name of the font in the resources of pages. */
  readonly font: string;
  /** The operands of the operator TJ. */
  readonly codes: string;
  /** The width in thousandths of the size. */
  readonly width: number;
}

/** The fonts of a file: one font with ASCII for each weight, and more fonts as the texts need them. */
export class PaperFonts {
  private readonly ascii: Readonly<Record<Weight, AsciiFont>>;
  private readonly others = new Map<string, EmbeddedFont>();

  constructor(
    private readonly letters: LetterFonts,
    private readonly objects: PdfObjects,
  ) {
    this.ascii = {
      body: new AsciiFont(fileOf(letters, 'body'), objects, 'A0'),
      bold: new AsciiFont(fileOf(letters, 'bold'), objects, 'A1'),
    };
  }

  /** Returns the font for texts in ASCII. */
  asciiOf(weight: Weight): AsciiFont {
    return this.ascii[weight];
  }

  /** Returns the width of a text in thousandths of the size. */
  widthOf(text: string, weight: Weight): number {
    return (
      this.ascii[weight].widthOf(text) ??
      this.piecesOf(text, weight).reduce((total, { width }) => total + width, 0)
    );
  }

  /** Splits a text with letters outside ASCII into pieces, each in one font. */
  piecesOf(text: string, weight: Weight): Piece[] {
    return this.letters.runs(text, weight).map((run) => {
      const font = this.otherOf(run.font);
      return { font: font.name, ...font.encode(run.text) };
    });
  }

  /** Writes the fonts. @returns the dictionary with their names */
  finish(): string {
    const fonts = [...Object.values(this.ascii), ...this.others.values()];
    for (const font of fonts) font.finish();
    return `<<${fonts.map(({ name, number }) => `/${name} ${ref(number)}`).join('')}>>`;
  }

  private otherOf(name: string): EmbeddedFont {
    const known = this.others.get(name);
    if (known) return known;
    const { letters } = fileOf(this.letters, name);
    const font = new EmbeddedFont(letters, this.objects, `F${this.others.size}`);
    this.others.set(name, font);
    return font;
  }
}

function fileOf(letters: LetterFonts, name: string): PdfFont {
  const file = letters.all().find((font) => font.name === name);
  if (!file) throw new Error(`there is no font ${name}`);
  return file;
}
