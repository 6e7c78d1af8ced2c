import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { languageTerms } from '@portal/proto/catalogues';

const root = path.resolve(import.meta.dirname, '../..');
const ours = [
  ...['shell', 'ui', 'sign-in', 'forms', 'home', 'search', 'results', 'preview', 'order'],
  ...[
    'person',
    'registration',
    'recovery',
    'profile',
    'session',
    'cards',
    'paid-search',
    'purchases',
    'reconciliation',
  ],
];

const keysIn = (texts: object, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysIn(value as object, `${before}${key}.`),
  );
const readKeys = async (language: string, namespace: string): Promise<string[]> => {
  const file = path.join(root, 'proto/locales', language, `${namespace}.json`);
  return keysIn(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')));
};
const sources = async (): Promise<string> => {
  // The definitions of criteria in proto name the texts that show them.
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

describe('catalogs', () => {
  test('every text that the code names is in the English catalog', async () => {
    const named = [
      ...(await sources()).matchAll(
        /'((?:shell|ui|sign-in|forms|home|search|results|preview|order|person|registration|recovery|profile|session|cards|paid-search|purchases|reconciliation):[\w.]+)'/g,
      ),
    ].map(([, key]) => key ?? '');
    const known = new Set(
      (
        await Promise.all(
          ours.map(async (namespace) =>
            (await readKeys('en', namespace)).map(
              (key) => `${namespace}:${key.replace(/_(one|other)$/, '')}`,
            ),
          ),
        )
      ).flat(),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((key) => !known.has(key))).toEqual([]);
  });

  test('every text of the English catalog is used', async () => {
    const code = await sources();
    const unused = (
      await Promise.all(
        ours
          // The schemas of proto name the messages of forms.
          .filter((namespace) => namespace !== 'forms')
          .map(async (namespace) =>
            (await readKeys('en', namespace)).map(
              (key) => `${namespace}:${key.replace(/_(one|other)$/, '')}`,
            ),
          ),
      )
    )
      .flat()
      .filter(
        (key) =>
          !code.includes(`'${key}'`) &&
          !code.includes(`\`${key.replace(/\.[^.]+$/, '')}.\${`) &&
          !code.includes(`\`${key.replace(/:.*$/, '')}:\${`) &&
          !/:(searchBy|group)/.test(key),
      );
    expect(unused).toEqual([]);
  });

  test('the coverage of each language is counted; its missing texts show in English', async () => {
    const english = (
      await Promise.all(ours.map(async (namespace) => (await readKeys('en', namespace)).length))
    ).reduce((a, b) => a + b, 0);
    const rows = await Promise.all(
      Object.entries(languageTerms).map(async ([language, { catalogue }]) => {
        const keys = (await Promise.all(ours.map((namespace) => readKeys(catalogue, namespace)))).flat()
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
  '%s has no locale data and uses that of English, never that of the browser',
  (language) => {
    expect(languageTerms[language].intl).toBe('en-US');
    expect(languageTerms[language].html).toBe(languageTerms[language].catalogue);
  },
);
