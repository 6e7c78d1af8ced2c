import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

export type Weight = 'body' | 'bold';
const weights = { body: 400, bold: 700 } as const;

/**
 * The writing systems that the main font does not have. If a writing system has many letters, its font is split into
 * parts, and the letters of a part often occur together.
 */
export const families = {
  chinese: { package: '@fontsource-variable/noto-sans-sc', parts: true },
  japanese: { package: '@fontsource-variable/noto-sans-jp', parts: true },
  korean: { package: '@fontsource-variable/noto-sans-kr', parts: true },
  thai: { package: '@fontsource/noto-sans-thai', parts: false },
  bengali: { package: '@fontsource/noto-sans-bengali', parts: false },
} as const;
export type Family = keyof typeof families;

type Range = readonly [from: number, to: number];
interface Part {
  /** The part's name in the file name: `119`, `latin`, `thai`. */
  readonly name: string;
  readonly ranges: readonly Range[];
}

const placeOf = (family: Family, file: string): string =>
  fileURLToPath(import.meta.resolve(`${families[family].package}/${file}`));

/** Converts `U+4e00-4e02,U+4e10` to ranges of numbers. */
const rangesOf = (text: string): Range[] =>
  text.split(',').map((each) => {
    const [from = NaN, to = from] = each
      .replace('U+', '')
      .split('-')
      .map((hex) => parseInt(hex, 16));
    return [from, to];
  });

const parts = new Map<Family, Promise<readonly Part[]>>();

/**
 * Returns the parts of a family that have letters of its own writing system. Latin parts are left out, because the main
 * font has Latin letters.
 */
const partsOf = (family: Family): Promise<readonly Part[]> => {
  const known = parts.get(family);
  if (known) return known;
  const read = readFile(placeOf(family, 'unicode.json'), 'utf8').then((text) =>
    Object.entries(JSON.parse(text) as Record<string, string>)
      .map(([name, ranges]) => ({ name: name.replace(/[[\]]/g, ''), ranges: rangesOf(ranges) }))
      .filter(({ name }) => /^\d+$/.test(name) || name === family),
  );
  parts.set(family, read);
  return read;
};

/** Returns the name of the part in which the family may have the letter. */
export const partWith = async (family: Family, letter: number): Promise<string | undefined> =>
  (await partsOf(family)).find(({ ranges }) => ranges.some(([from, to]) => from <= letter && letter <= to))
    ?.name;

/** Reads one part in one weight as a TrueType or WOFF file. The PDF library can embed both kinds. */
export const readPart = async (family: Family, part: string, weight: Weight): Promise<Buffer> => {
  const [, name = ''] = families[family].package.split('/');
  const wght = weights[weight];
  if (!families[family].parts) return readFile(placeOf(family, `files/${name}-${part}-${wght}-normal.woff`));
  const variable = await readFile(placeOf(family, `files/${name}-${part}-wght-normal.woff2`));
  return subsetFont(variable, undefined, {
    targetFormat: 'sfnt',
    variationAxes: { wght },
    keepAllGlyphs: true,
  });
};
