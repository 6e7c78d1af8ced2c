import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { describeWithShared } from '@portal/infra/testing';
import { PDFName } from '@cantoo/pdf-lib';
import { warnBelowDpi } from '@portal/proto/efile';
import { inspectFiling } from '../src/efile/filing-file.js';
import { FilingRefused, filingRefusalOf } from '../src/efile/filing-file.rules.js';
import { inspectLimited } from '../src/efile/filing-sandbox.js';
import { ImageRefused } from '../src/refusal.js';
import { activeKinds, encryptedPdf, pdfOf, pdfOfEmptyPages } from './filing-files.js';
import { barPage, tiffOf } from './tiff-fixture.js';

const pdf = 'application/pdf';
const tiff = 'image/tiff';

/** Examines a file in the limited process. Returns the findings, or the code of the refusal. */
const lookAt = (file: Buffer, declared: string) =>
  inspectLimited(file, declared).catch((error: { code?: string }) => error.code ?? String(error));

/**
 * Examines a file in this process, because a limited process takes longer to start than to answer. The tests of large,
 * slow and hostile files use the limited process.
 */
const read = (file: Buffer, declared: string) =>
  inspectFiling(file, declared, warnBelowDpi).catch((error: unknown) => {
    if (error instanceof ImageRefused) return filingRefusalOf(error.code);
    if (error instanceof FilingRefused) return error.code;
    throw error;
  });

/** Sets the density of a little-endian TIFF of the fixture, which has 150 dots per inch. */
const withDpi = (file: Buffer, dpi: number): Buffer => {
  const changed = Buffer.from(file);
  for (let at = 0; at + 8 <= changed.length; at += 1)
    if (changed.readUInt32LE(at) === 150 && changed.readUInt32LE(at + 4) === 1)
      changed.writeUInt32LE(dpi, at);
  return changed;
};

describe('a document for e-filing', () => {
  test('is parsed to count its pages', async () => {
    expect(await lookAt(await pdfOf(12), pdf)).toEqual({ kind: pdf, pages: 12, lowResolution: [] });
    expect(await lookAt(await pdfOf(3, undefined, { useObjectStreams: false }), pdf)).toMatchObject({
      pages: 3,
    });
    const scan = tiffOf([1, 2, 3].map((number) => barPage(number)));
    expect(await lookAt(withDpi(scan, 300), tiff)).toEqual({ kind: tiff, pages: 3, lowResolution: [] });
  });

  test('B10-04 is searched for pages with fewer dots per inch than recommended', async () => {
    const scan = tiffOf([barPage(1), barPage(2)]);
    expect(await read(withDpi(scan, 290), tiff)).toMatchObject({ lowResolution: [] });
    expect(await read(withDpi(scan, 289), tiff)).toMatchObject({
      lowResolution: [
        { page: 1, dpi: 289 },
        { page: 2, dpi: 289 },
      ],
    });
  });

  test('may have links and an action that opens one of its pages', async () => {
    const linked = await pdfOf(2, (document) => {
      const first = document.getPage(0);
      const goto = [first.ref, PDFName.of('Fit')];
      document.catalog.set(PDFName.of('OpenAction'), document.context.obj(goto));
      const link = {
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 9, 9],
        A: { S: 'URI', URI: 'https://a.example' },
      };
      first.node.set(PDFName.of('Annots'), document.context.obj([link]));
    });
    expect(await read(linked, pdf)).toMatchObject({ pages: 2 });
  });

  test.each(activeKinds)('S24 is refused with %s', async (_what, change) => {
    for (const useObjectStreams of [true, false])
      expect(await read(await pdfOf(1, change, { useObjectStreams }), pdf)).toBe('FILING_ACTIVE');
  });

  test('S24 is refused for the same reasons in the limited process as in the process of the test', async () => {
    const [[, active] = ['', () => undefined]] = activeKinds;
    const whole = await pdfOf(3);
    const refused = [
      { file: await pdfOf(1, active), code: 'FILING_ACTIVE' },
      { file: await encryptedPdf({ userPassword: 'a' }), code: 'FILING_ENCRYPTED' },
      { file: Buffer.alloc(0), code: 'FILING_FORMAT' },
      { file: whole.subarray(0, 700), code: 'FILING_BROKEN' },
      { file: tiffOf([barPage(1), barPage(2)]).subarray(0, 900), declared: tiff, code: 'FILING_BROKEN' },
    ];
    for (const { file, declared = pdf, code } of refused)
      expect([await lookAt(file, declared), await read(file, declared)]).toEqual([code, code]);
  });

  test.each([
    ['with a password to open it', { userPassword: 'a' }],
    ['against changes only', { ownerPassword: 'b' }],
  ])('S24 is refused when it is protected %s', async (_how, passwords) => {
    expect(await read(await encryptedPdf(passwords), pdf)).toBe('FILING_ENCRYPTED');
  });

  test.each([
    ['empty', async () => Buffer.alloc(0), pdf, 'FILING_FORMAT'],
    [
      'a ZIP that is called a PDF',
      async () => Buffer.from('PK\x03\x04 deed.pdf', 'latin1'),
      pdf,
      'FILING_FORMAT',
    ],
    ['a web page', async () => Buffer.from('<!doctype html><p>%PDF-1.7'), pdf, 'FILING_FORMAT'],
    ['a PDF that is called a TIFF', () => pdfOf(1), tiff, 'FILING_FORMAT'],
    ['a TIFF that is called a PDF', async () => tiffOf([barPage(1)]), pdf, 'FILING_FORMAT'],
    ['a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), tiff, 'FILING_FORMAT'],
    [
      'a PDF that is also a ZIP',
      async () => Buffer.concat([await pdfOf(1), Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')]),
      pdf,
      'FILING_FORMAT',
    ],
    [
      'a PDF with more bytes after its end',
      async () => Buffer.concat([await pdfOf(1), Buffer.alloc(2_000)]),
      pdf,
      'FILING_BROKEN',
    ],
    [
      'the test file for virus scanners',
      () =>
        pdfOf(1).then((file) =>
          Buffer.concat([
            file.subarray(0, 9),
            Buffer.from('\n%EICAR-STANDARD-ANTIVIRUS-TEST-FILE\n'),
            file.subarray(9),
          ]),
        ),
      pdf,
      'FILING_ACTIVE',
    ],
    ['half of a PDF', async () => (await pdfOf(3)).subarray(0, 700), pdf, 'FILING_BROKEN'],
    ['a PDF without pages', async () => Buffer.from('%PDF-1.4\ntrailer<<>>\n%%EOF'), pdf, 'FILING_BROKEN'],
    ['half of a TIFF', async () => tiffOf([barPage(1), barPage(2)]).subarray(0, 900), tiff, 'FILING_BROKEN'],
  ])('S24 is refused when it is %s', async (_what, make, declared, code) => {
    expect(await read(await make(), declared)).toBe(code);
  });

  test('S24 is refused with 60,000 by 60,000 pixels or 100,000 pages before memory is allocated', async () => {
    const page = Buffer.from(tiffOf([barPage(1)]));
    const directory = page.readUInt32LE(4);
    for (let at = directory + 2; at + 12 <= page.length; at += 12)
      if ([256, 257].includes(page.readUInt16LE(at))) {
        page.writeUInt16LE(4, at + 2);
        page.writeUInt32LE(60_000, at + 8);
      }
    expect(await lookAt(page, tiff)).toBe('FILING_PAGE_TOO_LARGE');
    // each directory has one tag
    const size = 18;
    const chain = Buffer.alloc(8 + 100_000 * size);
    chain.write('II*\0', 0, 'latin1');
    chain.writeUInt32LE(8, 4);
    for (let at = 8; at < chain.length; at += size) {
      chain.writeUInt16LE(1, at);
      chain.writeUInt16LE(256, at + 2);
      chain.writeUInt16LE(4, at + 4);
      chain.writeUInt32LE(1, at + 6);
      chain.writeUInt32LE(100, at + 10);
      chain.writeUInt32LE(at + size < chain.length ? at + size : 0, at + 14);
    }
    expect(await lookAt(chain, tiff)).toBe('FILING_TOO_MANY_PAGES');
  });

  test('S24 is refused with 10,000 pages, and accepted with 200', async () => {
    expect(await lookAt(pdfOfEmptyPages(200), pdf)).toMatchObject({ pages: 200 });
    expect(await lookAt(pdfOfEmptyPages(10_000), pdf)).toBe('FILING_TOO_MANY_PAGES');
  });

  test('S24 is refused in bounded time if the limited process hangs or gives an invalid answer', async () => {
    const program = (code: string) => {
      const file = join(tmpdir(), `efile-reader-${process.pid}-${Math.random().toString(36).slice(2)}.mjs`);
      writeFileSync(file, code);
      return { file, flags: [] };
    };
    const started = performance.now();
    const stuck = inspectLimited(Buffer.from('x'), pdf, {
      timeLimitMs: 1_500,
      entry: program('for (;;) {}'),
    });
    await expect(stuck).rejects.toMatchObject({ code: 'FILING_BROKEN' });
    expect(performance.now() - started).toBeLessThan(10_000);
    const liar = inspectLimited(Buffer.from('x'), pdf, {
      entry:
        program(`const header = Buffer.from(JSON.stringify({ kind: 'application/pdf', pages: 1e9, lowResolution: [] }));
        const lengths = Buffer.alloc(8); lengths.writeUInt32BE(header.length);
        process.stdout.write(Buffer.concat([lengths, header]));`),
    });
    await expect(liar).rejects.toMatchObject({ code: 'FILING_BROKEN' });
  });
});

describeWithShared('among real hostile files', ['data/scans/hostile'], (folder) => {
  test.each(readdirSync(folder))('S24 %s is refused in bounded time', async (name) => {
    const started = performance.now();
    const found = await lookAt(readFileSync(join(folder, name)), tiff);
    expect(found).toMatch(/^FILING_/);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
