import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { families, partWith, readPart, type Family, type Weight } from './font-files.js';

export interface PdfFont {
  readonly name: string;
  readonly file: Buffer;
  readonly letters: Font;
}

/** A part of a line that is written in one font. */
export interface Run {
  readonly font: string;
  readonly text: string;
}

const openFont = (name: string, file: Buffer): PdfFont => {
  const letters = create(file);
  if (!('hasGlyphForCodePoint' in letters)) throw new Error(`${name} is a collection of fonts`);
  return { name, file, letters };
};

const load = (name: Weight, file: string): PdfFont =>
  openFont(name, readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`))));

let loaded: Readonly<Record<Weight, PdfFont>> | undefined;

/**
 * The main fonts for Latin, Greek, Cyrillic, Hebrew and Arabic. The fonts that are built into PDF viewers cover only
 * western Europe.
 */
const mainFonts = (): Readonly<Record<Weight, PdfFont>> =>
  (loaded ??= {
    body: load('body', 'DejaVuSansCondensed'),
    bold: load('bold', 'DejaVuSansCondensed-Bold'),
  });

const others = new Map<string, Promise<PdfFont>>();

/** Loads a part of a font once per process. One part has about 50 KB, and all parts together have a few megabytes. */
const partFont = (family: Family, part: string, weight: Weight): Promise<PdfFont> => {
  const name = `${family} ${part} ${weight}`;
  const known = others.get(name);
  if (known) return known;
  const read = readPart(family, part, weight).then((file) => openFont(name, file));
  others.set(name, read);
  read.catch(() => others.delete(name));
  return read;
};

/**
 * Chinese, Japanese and Korean draw the same letters differently, so the family of the file's language is tried first.
 */
const ownFamily: Readonly<Record<string, Family>> = { ja: 'japanese', ko: 'korean' };
const familiesFor = (language: string): readonly Family[] => {
  const own = ownFamily[language];
  const all = Object.keys(families) as Family[];
  return own ? [own, ...all.filter((family) => family !== own)] : all;
};

const ASCII = /^[ -~]*$/;
/** True for a text in ASCII, which needs only the main font. */
export const isAscii = (text: string): boolean => ASCII.test(text);
const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0;
const has = ({ letters }: PdfFont, letter: string): boolean => letters.hasGlyphForCodePoint(codeOf(letter));

/** True for marks and joiners. They belong to the letter before them and use the font of that letter. */
const clings = (letter: string): boolean => /\p{M}|\u200c|\u200d/u.test(letter);

/** The fonts of a document. The font of a writing system is loaded only if the texts contain one of its letters. */
export class LetterFonts {
  private readonly byLetter: Readonly<Record<Weight, Map<string, PdfFont>>> = {
    body: new Map<string, PdfFont>(),
    bold: new Map<string, PdfFont>(),
  };

  private constructor() {}

  /**
   * @param texts all texts that will be written, by weight
   * @param language the BCP 47 tag
   */
  static async of(texts: Readonly<Record<Weight, Iterable<string>>>, language: string): Promise<LetterFonts> {
    const fonts = new LetterFonts();
    for (const weight of ['body', 'bold'] as const) await fonts.learn(texts[weight], weight, language);
    return fonts;
  }

  /** Loads the parts of fonts that these texts need and that are not loaded yet. */
  async learn(texts: Iterable<string>, weight: Weight, language: string): Promise<void> {
    const letters = new Set<string>();
    for (const text of texts)
      if (!isAscii(text)) for (const letter of text.normalize('NFC')) letters.add(letter);
    for (const letter of letters) await this.find(letter, weight, familiesFor(language));
  }

  /** Returns all fonts that the runs of this document may use. */
  all(): readonly PdfFont[] {
    const { body, bold } = mainFonts();
    return [...new Set([body, bold, ...this.byLetter.body.values(), ...this.byLetter.bold.values()])];
  }

  /** Splits the text into runs of one font each. `?` replaces letters that no font has. */
  runs(text: string, weight: Weight): Run[] {
    const main = mainFonts()[weight];
    // most texts of a list are ASCII and need no search for fonts
    if (isAscii(text)) return [{ font: main.name, text }];
    const found: { font: PdfFont; text: string }[] = [];
    for (const letter of text) {
      const last = found.at(-1);
      const stays = last && clings(letter) && has(last.font, letter);
      const font = stays ? last.font : has(main, letter) ? main : this.byLetter[weight].get(letter);
      const shown = font ? letter : '?';
      if (last?.font === (font ?? main)) last.text += shown;
      else found.push({ font: font ?? main, text: shown });
    }
    return found.map(({ font, text: shown }) => ({ font: font.name, text: shown }));
  }

  private async find(letter: string, weight: Weight, order: readonly Family[]): Promise<void> {
    if (has(mainFonts()[weight], letter)) return;
    for (const family of order) {
      const part = await partWith(family, codeOf(letter));
      if (part === undefined) continue;
      const font = await partFont(family, part, weight);
      if (!has(font, letter)) continue;
      this.byLetter[weight].set(letter, font);
      return;
    }
  }
}
