import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { languageTerms, officeNamespaces } from '@portal/proto/catalogues';

const root = path.resolve(import.meta.dirname, '../..');
const english = path.join(root, 'proto/locales/en');
/** The catalogs that are not part of the browser's code. */
const serverOnly =
  /en\/\{([\w,-]+)\}/
    .exec(readFileSync(path.join(root, 'web/src/shared/catalogues.ts'), 'utf8'))?.[1]
    ?.split(',') ?? [];
const namespaces = readdirSync(english).map((file) => path.basename(file, '.json'));
const ours = namespaces.filter((namespace) => !serverOnly.includes(namespace));
/** Namespaces with texts for the public; only these namespaces are translated. */
const publicOnes = ours.filter((namespace) => !officeNamespaces.includes(namespace));

const keysIn = (texts: object, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysIn(value as object, `${before}${key}.`),
  );
const readKeys = async (language: string, namespace: string): Promise<string[]> => {
  const file = path.join(root, 'proto/locales', language, `${namespace}.json`);
  return keysIn(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')));
};
/** `namespace:path` of each text that a page may show. The endings of plural forms are left out. */
const englishKeys = async (chosen: readonly string[]): Promise<string[]> =>
  (
    await Promise.all(
      chosen.map(async (namespace) =>
        (await readKeys('en', namespace)).map((key) => `${namespace}:${key.replace(/_(one|other)$/, '')}`),
      ),
    )
  ).flat();
const sources = async (): Promise<string> => {
  // The definitions of criteria in proto also name texts that the browser shows.
  const folders = ['web/src', 'proto/src/criteria'].map((folder) => path.join(root, folder));
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true }))
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => path.join(folder, file)),
    ),
  );
  return (await Promise.all(files.flat().map((file) => readFile(file, 'utf8')))).join('\n');
};

describe('the catalogs', () => {
  test('contain an English text for every key that the code uses', async () => {
    const code = await sources();
    const named = [...code.matchAll(new RegExp(`['\`]((?:${namespaces.join('|')}):[\\w.]+)'`, 'g'))].map(
      ([, key]) => key ?? '',
    );
    // Code such as `namespace:path.${value}` uses all texts below `path`.
    const families = [
      ...code.matchAll(new RegExp(`\`((?:${namespaces.join('|')}):(?:\\w+\\.)*)\\$\\{`, 'g')),
    ].map(([, start]) => start ?? '');
    const known = await englishKeys(ours);
    const texts = new Set(known);
    expect(serverOnly).toContain('mail');
    expect(named.length).toBeGreaterThan(1000);
    expect(families.length).toBeGreaterThan(100);
    expect(named.filter((key) => !texts.has(key))).toEqual([]);
    expect(families.filter((start) => !known.some((key) => key.startsWith(start)))).toEqual([]);
  });

  test('contain no English text that the code does not use', async () => {
    const code = await sources();
    const unused = (await englishKeys(publicOnes))
      // Other code uses these texts: the schemas of proto use `forms`, and the reports service uses `reports`.
      .filter((key) => !/^(forms|reports):/.test(key))
      .filter(
        (key) =>
          !code.includes(`'${key}'`) &&
          !code.includes(`\`${key.replace(/\.[^.]+$/, '')}.\${`) &&
          !code.includes(`\`${key.replace(/:.*$/, '')}:\${`) &&
          !/:(searchBy|group)/.test(key),
      );
    expect(unused).toEqual([]);
  });

  test('are complete in English (the test also prints how much of each language is translated)', async () => {
    const english = (
      await Promise.all(publicOnes.map(async (namespace) => (await readKeys('en', namespace)).length))
    ).reduce((a, b) => a + b, 0);
    const rows = await Promise.all(
      Object.entries(languageTerms).map(async ([language, { catalogue }]) => {
        const keys = (await Promise.all(publicOnes.map((namespace) => readKeys(catalogue, namespace)))).flat()
          .length;
        return `${language}: ${Math.round((100 * keys) / english)} %`;
      }),
    );
    process.stdout.write(`${rows.join('\n')}\n`);
    expect(rows[0]).toBe('ENGLISH: 100 %');
  });
});

test('A12-01 the languages are those of the specification', () => {
  expect(Object.keys(languageTerms).sort()).toEqual(
    'BENGALI CAROLINIAN CHAMORRO CHINESE CHUUKESE ENGLISH JAPANESE KOREAN PALAUAN POHNPEIAN RUSSIAN TAGALOG THAI TURKISH'.split(
      ' ',
    ),
  );
});

test.each(['CAROLINIAN', 'CHAMORRO', 'CHUUKESE', 'PALAUAN', 'POHNPEIAN'] as const)(
  '%s has no locale data and uses the data of English, never those of the browser',
  (language) => {
    expect(languageTerms[language].intl).toBe('en-US');
    expect(languageTerms[language].html).toBe(languageTerms[language].catalogue);
  },
);
