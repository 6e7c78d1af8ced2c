import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { expect, test } from '@jest/globals';
import { create } from 'fontkit';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LetterFonts } from '../src/exports/pdf-fonts.js';
import { paperOf, type LongListing } from '../src/paper/paper-listing.js';
import { testListing } from './listings.js';

async function* partsOf(rows: readonly (readonly string[])[], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
const write = async (
  rows: readonly (readonly string[])[],
  over: Partial<LongListing> = {},
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of paperOf({ ...testListing(), parts: partsOf(rows, 50), ...over }))
    chunks.push(chunk);
  return Buffer.concat(chunks);
};
const load = async (bytes: Buffer) => PDFDocument.load(bytes, { updateMetadata: false });
const rowOf = (at: number): string[] => [
  ...['WARRANTY DEED', `A${at}`, '01/02/1990', `ANDERSON, ANN ${at}`],
  ...['FIRST NATIONAL BANK OF THE NORTHERN COUNTIES', `LOT ${at} BLOCK 2 LAKE VIEW ADDITION`],
];
const elementsOf = (pdf: PDFDocument): Map<string, [PDFRef, PDFDict][]> => {
  const found = new Map<string, [PDFRef, PDFDict][]>();
  for (const [ref, object] of pdf.context.enumerateIndirectObjects()) {
    const kind = object instanceof PDFDict ? object.get(PDFName.of('S'))?.toString().slice(1) : undefined;
    if (kind === undefined || !(object instanceof PDFDict)) continue;
    found.set(kind, [...(found.get(kind) ?? []), [ref, object]]);
  }
  return found;
};
const contentOf = (pdf: PDFDocument, page: number): string => {
  const stream = pdf.getPage(page).node.lookup(PDFName.of('Contents'));
  if (!(stream instanceof PDFRawStream)) throw new Error('the page has no content');
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
};
const root = (pdf: PDFDocument): PDFDict => pdf.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);

test('a long list is a tagged PDF with a title, a language, one heading, and a table with head cells', async () => {
  const pdf = await load(await write(Array.from({ length: 200 }, (_, at) => rowOf(at))));
  expect(pdf.getTitle()).toBe('Search by Name – Lake County');
  expect(pdf.catalog.get(PDFName.of('Lang'))?.toString()).toBe('(en-US)');
  const elements = elementsOf(pdf);
  const counts = Object.fromEntries([...elements].map(([kind, each]) => [kind, each.length]));
  expect(counts).toMatchObject({ Document: 1, H1: 1, Table: 1, THead: 1, TR: 201, TH: 6, TD: 1_200 });
  expect(counts.TBody).toBe(pdf.getPageCount());
  for (const [, head] of elements.get('TH') ?? [])
    expect(head.lookup(PDFName.of('A'), PDFDict).get(PDFName.of('Scope'))?.toString()).toBe('/Column');
});

test('each piece of marked content on a page has a structure element, and each element has a parent', async () => {
  const pdf = await load(await write(Array.from({ length: 120 }, (_, at) => rowOf(at))));
  const nums = root(pdf).lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray);
  pdf.getPages().forEach((page, at) => {
    expect(page.node.get(PDFName.of('StructParents'))?.toString()).toBe(String(at));
    const parents = nums.lookup(2 * at + 1, PDFArray);
    const marks = [...contentOf(pdf, at).matchAll(/\/(\w+)<<\/MCID (\d+)>>BDC/g)];
    expect(parents.size()).toBe(marks.length);
    marks.forEach(([, tag, id]) => {
      const element = parents.lookup(Number(id), PDFDict);
      expect(element.get(PDFName.of('S'))?.toString()).toBe(`/${tag}`);
      expect(element.get(PDFName.of('K'))?.toString()).toBe(id);
      expect(element.get(PDFName.of('Pg'))?.toString()).toBe(page.ref.toString());
    });
  });
  const [, document] = elementsOf(pdf).get('Document')?.[0] ?? [];
  expect(document?.lookup(PDFName.of('P'))).toBe(root(pdf));
  for (const [kind, each] of elementsOf(pdf))
    for (const [ref, element] of kind === 'Document' ? [] : each) {
      const kids = element.lookup(PDFName.of('P'), PDFDict).lookup(PDFName.of('K'), PDFArray);
      expect(kids.asArray().map(String)).toContain(ref.toString());
    }
});

test('every page shows the total number of pages, which the file stores only once', async () => {
  const pdf = await load(await write(Array.from({ length: 300 }, (_, at) => rowOf(at))));
  expect(pdf.getPageCount()).toBeGreaterThan(5);
  for (let at = 0; at < pdf.getPageCount(); at += 1) expect(contentOf(pdf, at)).toContain('/Pages Do');
  const totals = pdf.getPages().map(({ node }) => {
    const drawn = node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
    return String(drawn?.get(PDFName.of('Pages')));
  });
  expect(totals[0]).toMatch(/^\d+ 0 R$/);
  expect(new Set(totals).size).toBe(1);
});

test('texts in several scripts are written in several fonts', async () => {
  const pdf = await load(await write([['張偉', 'Żółć', 'ทดสอบ', '한국', 'বাংলা', '']]));
  const fonts = pdf.getPage(0).node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  expect(fonts?.keys().length).toBeGreaterThan(4);
});

test('an ASCII text is written with one byte per letter, in a font with a standard encoding', async () => {
  const pdf = await load(await write([['Smith (ret.) \\ Sons', 'Żółć', '', '', '', '']]));
  expect(contentOf(pdf, 0)).toContain('(Smith \\(ret.\\) \\\\ Sons)Tj');
  const fonts = pdf.getPage(0).node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  const kinds = fonts?.values().map((each) => {
    const font = pdf.context.lookup(each, PDFDict);
    return [font.get(PDFName.of('Subtype')), font.get(PDFName.of('Encoding'))].join(' ');
  });
  expect(new Set(kinds)).toEqual(new Set(['/TrueType /WinAnsiEncoding', '/Type0 /Identity-H']));
});

test('the ASCII font has each letter at its ASCII code, with the shape and width of the main font', async () => {
  const pdf = await load(await write([rowOf(0)]));
  const [main] = (await LetterFonts.of({ body: [], bold: [] }, 'en')).all();
  const fonts = pdf.getPage(0).node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  const font = fonts?.lookup(PDFName.of('A0'), PDFDict);
  const file = font?.lookup(PDFName.of('FontDescriptor'), PDFDict).lookup(PDFName.of('FontFile2'));
  if (!(file instanceof PDFRawStream) || !main) throw new Error('there is no font');
  const part = create(Buffer.from(decodePDFRawStream(file).decode()));
  if (!('hasGlyphForCodePoint' in part)) throw new Error('it is a collection of fonts');
  for (let code = 0x20; code <= 0x7e; code += 1) {
    const [own, original] = [part, main.letters].map((each) => each.glyphForCodePoint(code));
    expect([code, own?.path.toSVG(), own?.advanceWidth]).toEqual([
      ...[code, original?.path.toSVG(), original?.advanceWidth],
    ]);
  }
  expect(part.hasGlyphForCodePoint(0x7f)).toBe(false);
});

const poppler = spawnSync('pdftotext', ['-v']).error === undefined ? test : test.skip;
poppler('Poppler reads every cell from the page and from the structure', async () => {
  const cells = [
    'José García',
    'Smith (ret.) \\ "Sons" <&>',
    '張偉 Smith',
    'Ελληνικά Żółć',
    '한국',
    '1,234.50',
  ];
  const bytes = await write([
    ...Array.from({ length: 40 }, (_, at) => rowOf(at)),
    cells,
    ['only', '', '', '', '', ''],
  ]);
  const file = join(mkdtempSync(join(tmpdir(), 'paper-')), 'list.pdf');
  writeFileSync(file, bytes);
  const read = (...command: [string, ...string[]]): string => {
    const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };
  const page = read('pdftotext', '-layout', file, '-');
  for (const text of ['WARRANTY DEED', 'A39', 'Page 2 of 3', ...cells]) expect(page).toContain(text);
  const structure = read('pdfinfo', '-struct-text', file);
  expect(structure).toMatch(/^Document\n/);
  expect(structure.match(/^ {6}TR$/gm)).toHaveLength(43);
  expect(structure.match(/^ {8}TD$/gm)).toHaveLength(42 * 6);
  for (const text of ['A39', ...cells]) expect(structure).toContain(`"${text}"`);
});

test('an empty list has one page, and its table has no body', async () => {
  const pdf = await load(await write([]));
  expect(pdf.getPageCount()).toBe(1);
  expect(elementsOf(pdf).get('TBody')).toBeUndefined();
});

test('pages are written while the list is still being read, so that memory stays small', async () => {
  const sizes: number[] = [];
  const rows = Array.from({ length: 5_000 }, (_, at) => rowOf(at));
  for await (const chunk of paperOf({ ...testListing(), parts: partsOf(rows, 500) }))
    sizes.push(chunk.length);
  expect(sizes).toHaveLength(11);
  expect(Math.max(...sizes)).toBeLessThan(sizes.reduce((sum, size) => sum + size, 0) / 5);
}, 30_000);
