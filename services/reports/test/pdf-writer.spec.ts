import {
  decodePDFRawStream,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import type { Language } from '@portal/proto/roles';
import { printLanguageOf } from '../src/exports/print-language.js';
import { writePdf } from '../src/exports/pdf-writer.js';
import { testListing } from './listings.js';

/** Returns the structure elements of the file by type. */
const elementsOf = (pdf: PDFDocument): Map<string, PDFDict[]> => {
  const found = new Map<string, PDFDict[]>();
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || !object.has(PDFName.of('P'))) continue;
    const kind = object.get(PDFName.of('S'))?.toString();
    if (kind !== undefined) found.set(kind, [...(found.get(kind) ?? []), object]);
  }
  return found;
};
const counts = (pdf: PDFDocument): Record<string, number> =>
  Object.fromEntries([...elementsOf(pdf)].map(([kind, elements]) => [kind.slice(1), elements.length]));

test('a screen reader finds the title, the language, one heading, and a table with head cells', async () => {
  const pdf = await PDFDocument.load(await writePdf(testListing()), { updateMetadata: false });
  expect(pdf.getTitle()).toBe('Search by Name – Lake County');
  const { catalog } = pdf;
  const language = catalog.lookup(PDFName.of('Lang'));
  expect(language instanceof PDFString || language instanceof PDFHexString ? language.decodeText() : '').toBe(
    'en-US',
  );
  expect(catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked'))?.toString()).toBe('true');
  expect(catalog.lookup(PDFName.of('ViewerPreferences'), PDFDict).toString()).toContain(
    '/DisplayDocTitle true',
  );
  expect(counts(pdf)).toEqual({ Document: 1, H1: 1, P: 4, Table: 1, TR: 3, TH: 6, TD: 12 });
  for (const head of elementsOf(pdf).get('/TH') ?? [])
    expect(head.lookup(PDFName.of('A'), PDFDict).get(PDFName.of('Scope'))?.toString()).toBe('/Column');
});

test('a PDF of 1000 rows takes seconds, and the process does other work meanwhile', async () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => [
    'WARRANTY DEED',
    `A${1_000_000 + at}`,
    '01/02/1990',
    `ANDERSON, ANN ${at} (+3 more)`,
    'FIRST NATIONAL BANK OF THE NORTHERN COUNTIES',
    `LOT ${at} BLOCK 2 LAKE VIEW ADDITION`,
  ]);
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  const started = process.cpuUsage();
  const file = await writePdf(testListing({ rows }));
  const { user, system } = process.cpuUsage(started);
  clearInterval(timer);
  expect((user + system) / 1e6).toBeLessThan(8);
  expect(turns).toBeGreaterThan(20);
  const pdf = await PDFDocument.load(file);
  expect(counts(pdf)).toMatchObject({ TR: 1_001, TD: 6_000 });
  const { width, height } = pdf.getPage(0).getSize();
  expect(width).toBeGreaterThan(height);
  expect(pdf.getPageCount()).toBeGreaterThan(20);
}, 60_000);

test('a PDF can have an empty list, long words, letters of any script and invalid letters', async () => {
  const awkward = [
    '',
    'x'.repeat(10_000),
    'שלום עולם',
    'محمد بن علي',
    '李明 😀 \ud800 \u0000',
    'Ł Ž é'.repeat(99),
  ];
  for (const rows of [[], [awkward], Array.from({ length: 30 }, () => awkward)]) {
    const file = await writePdf(testListing({ rows, heading: awkward.join(' '), county: '' }));
    expect((await PDFDocument.load(file)).getPageCount()).toBeGreaterThan(0);
  }
  const none = await PDFDocument.load(await writePdf(testListing({ rows: [] })));
  expect(counts(none)).toEqual({ Document: 1, H1: 1, P: 5, Table: 1, TR: 1, TH: 6 });
});

/**
 * Returns the letters in the fonts of a PDF, read from the ToUnicode tables that a PDF viewer uses when somebody copies
 * text.
 */
const lettersOf = (pdf: PDFDocument): Set<string> => {
  const found = new Set<string>();
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const text = Buffer.from(decodePDFRawStream(object).decode()).toString('latin1');
    if (!text.includes('beginbfrange')) continue;
    for (const [hex = ''] of text
      .slice(text.indexOf('beginbfrange'))
      .matchAll(/(?<=[<[ ])(?:[0-9a-f]{4} ?)+(?=>)/gi))
      for (const letter of Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
        found.add(letter);
  }
  return found;
};

test.each(['CHINESE', 'JAPANESE', 'KOREAN', 'THAI', 'BENGALI', 'RUSSIAN', 'TURKISH'] as const)(
  'a report in %s has the letters and the tag of its language, in a small file',
  async (language: Language) => {
    const { tag, language: printed } = printLanguageOf(language);
    expect(printed).toBe(language);
    const catalogue = new Catalogue();
    const words = ['receipts:heading', 'errors:unexpected', 'errors:renderFailed', 'reports:printed'].map(
      (key) => catalogue.text(language, key),
    );
    const file = await writePdf(
      testListing({ language: tag, heading: words[0] ?? '', rows: [words.slice(1)], county: words[0] ?? '' }),
    );
    const pdf = await PDFDocument.load(file, { updateMetadata: false });
    const letters = lettersOf(pdf);
    const wanted = [...words.join('').normalize('NFC')].filter((letter) => /\p{L}/u.test(letter));
    expect(wanted.length).toBeGreaterThan(30);
    expect(wanted.filter((letter) => !letters.has(letter))).toEqual([]);
    expect(file.length).toBeLessThan(250_000);
    expect(pdf.catalog.lookup(PDFName.of('Lang'))?.toString()).toContain(tag);
  },
  30_000,
);
