import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { RecordOf } from '@portal/proto/http/search-results';
import { columnsOf } from '../src/exports/columns.rules.js';
import { writeCsv } from '../src/exports/csv-writer.js';
import { expired, exportKey } from '../src/exports/export-key.rules.js';
import { breakLines } from '../src/exports/line-breaks.rules.js';
import { LetterFonts } from '../src/exports/pdf-fonts.js';
import { writeXlsx } from '../src/exports/xlsx-writer.js';
import { testListing } from './listings.js';

const csvOf = (cells: string[]): string =>
  writeCsv(testListing({ columns: [], rows: [cells] }))
    .toString()
    .slice(3);

/** Spreadsheets treat full-width signs, which people type in Chinese and Japanese, like the signs in ASCII. */
const formulas = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\n=1+1', '=HYPERLINK("https://x.test","y")'],
  ...['\uff1d1+1', '\uff0b1', '\uff0d1', '\uff20SUM(A1)'],
];

describe('a CSV file', () => {
  test('begins with the UTF-8 byte order mark and the header, and ends each line as RFC 4180 requires', () => {
    const text = writeCsv(testListing()).toString();
    expect(text.startsWith('\ufeffInstrument,Document #,Recorded Date,Grantors,Grantees,Legals\r\n')).toBe(
      true,
    );
    expect(text.split('\r\n')[1]).toBe(
      'Deed,A1000001,01/02/1990,"ANDERSON, ANN","BERG, BO (+2 more)",LOT 1 BLOCK 2 LAKE VIEW',
    );
    expect(text.endsWith('\r\n')).toBe(true);
  });

  test.each(formulas)('writes %j so that spreadsheets do not run it as a formula', (text) => {
    const unquoted = csvOf([text]).replace(/^"/, '');
    expect(unquoted.startsWith(`'${text[0]}`)).toBe(true);
  });

  test('puts quotation marks around texts with commas, quotation marks, line ends or spaces at either end, and doubles the quotation marks inside', () => {
    expect(csvOf(['a,b', 'say "no"', 'two\r\nlines', ' x'])).toBe(
      '"a,b","say ""no""","two\r\nlines"," x"\r\n',
    );
    expect(csvOf(['plain', '', 'Žižek 李'])).toBe('plain,,Žižek 李\r\n');
  });

  test('leaves out control characters, and replaces half of a surrogate pair', () => {
    expect(csvOf(['a\u0000b\u0007\ud800c'])).toBe('ab\ufffdc\r\n');
  });
});

describe('an Excel file', () => {
  /** Unpacks a file of the workbook, which is a ZIP archive. */
  const fileOf = (workbook: Buffer, name: string): string =>
    inflateRawSync(workbook.subarray(workbook.indexOf(name) + name.length)).toString();

  test.each(formulas)('has %j as a text that remains a text when somebody edits the cell', async (text) => {
    const workbook = await writeXlsx(testListing({ rows: [[text, 'plain', '', '', '', '']] }));
    const sheet = fileOf(workbook, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f>');
    const [guarded = '', plain = ''] = ['A2', 'B2'].map(
      (cell) => new RegExp(`<c r="${cell}"([^>]*)>`).exec(sheet)?.[1],
    );
    expect([guarded, plain]).toEqual([expect.stringContaining('t="s"'), expect.stringContaining('t="s"')]);
    const [, formats = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(fileOf(workbook, 'xl/styles.xml')) ?? [];
    const formatOf = (attributes: string): string | undefined =>
      [...formats.matchAll(/<xf ([^>]*)>/g)][Number(/s="(\d+)"/.exec(attributes)?.[1])]?.[1];
    const [, id = ''] = /numFmtId="(\d+)" formatCode="@"/.exec(fileOf(workbook, 'xl/styles.xml')) ?? [];
    expect(formatOf(guarded)).toContain(`numFmtId="${id}"`);
    expect(formatOf(plain)).not.toContain(`numFmtId="${id}"`);
  });
});

describe('the lines of a cell', () => {
  const measure = (text: string): number => text.length;
  const lines = (text: string, width: number, most = 9): string[] =>
    breakLines(text, { width, lines: most, measure });

  test('break between words, or within a word that is wider than a line', () => {
    expect(lines('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
    expect(lines('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(lines('  ', 4)).toEqual([]);
  });

  test('end in an ellipsis if the rest does not fit', () => {
    expect(lines('the quick brown fox', 10, 1)).toEqual(['the quick…']);
    expect(lines('abcdefghij', 4, 2)).toEqual(['abcd', 'efg…']);
  });

  test('hold as many whole words as fit, even if the last letter fills the line', () => {
    expect(lines('ab cd', 5)).toEqual(['ab cd']);
    expect(lines('ab cd', 4)).toEqual(['ab', 'cd']);
    expect(lines('a b c d', 3)).toEqual(['a b', 'c d']);
  });

  test('are at most as many as the cell has room for', () => {
    expect(lines('ab cd ef', 2, 3)).toEqual(['ab', 'cd', 'ef']);
    expect(lines('ab cd ef gh', 2, 3)).toEqual(['ab', 'cd', 'e…']);
  });

  test('have single blanks between words and none at the ends', () => {
    expect(lines('  ab \n\t cd  ', 9)).toEqual(['ab cd']);
  });

  test('have one letter each if every letter is wider than a line', () => {
    expect(breakLines('WM', { width: 1, lines: 9, measure: (text) => text.length * 2 })).toEqual(['W', 'M']);
  });

  test('are only an ellipsis if there is no room', () => {
    expect(breakLines('WM', { width: 1, lines: 1, measure: (text) => text.length * 2 })).toEqual(['…']);
  });

  test('show at most 800 letters of a text', () => {
    expect(lines('a'.repeat(900), 1_000)).toEqual(['a'.repeat(800)]);
  });

  test('do not break a word that fits, even if the widths of its letters add up to more than a line', () => {
    // as with a ligature, the whole word is narrower than its three letters together
    const ligature = (text: string): number => (text === 'ffi' ? 1 : text.length);
    expect(breakLines('ffi', { width: 1, lines: 9, measure: ligature })).toEqual(['ffi']);
  });

  test('contain every letter of a text that fits in the cell', () => {
    expect(lines('one two three four', 6).join(' ')).toBe('one two three four');
  });
});

describe('the fonts of a PDF', () => {
  const runsOf = async (text: string, language = 'en-US') =>
    (await LetterFonts.of({ body: [text], bold: [] }, language)).runs(text, 'body');
  /** Returns the runs by family; a large family has several fonts with some letters each. */
  const familiesOf = async (text: string, language?: string) => {
    const found: [family: string, text: string][] = [];
    for (const run of await runsOf(text, language)) {
      const [family = ''] = run.font.split(' ');
      const last = found.at(-1);
      if (last?.[0] === family) last[1] += run.text;
      else found.push([family, run.text]);
    }
    return found;
  };

  test('write a question mark for a letter that no font has', async () => {
    expect(await familiesOf('Åé Ж שלום 𒀀')).toEqual([['body', 'Åé Ж שלום ?']]);
  });

  test('include a font for each script of the texts, and this font is used only for letters of that script', async () => {
    expect(await familiesOf('LOT 2 李明 DEED')).toEqual([
      ['body', 'LOT 2 '],
      ['chinese', '李明'],
      ['body', ' DEED'],
    ]);
  });

  test("draw letters that Chinese and Japanese share in the style of the file's language", async () => {
    expect(new Set((await familiesOf('取引明細', 'ja')).map(([family]) => family))).toEqual(
      new Set(['japanese']),
    );
    expect(new Set((await familiesOf('取引明细', 'zh-Hans')).map(([family]) => family))).toEqual(
      new Set(['chinese']),
    );
  });

  test('keep a combining mark with its letter', async () => {
    expect(await familiesOf('ที่นี่')).toEqual([['thai', 'ที่นี่']]);
    expect(await familiesOf('ক্ষেত্র')).toEqual([['bengali', 'ক্ষেত্র']]);
  });

  test('include no other font if the main font has all letters of the file', async () => {
    const fonts = await LetterFonts.of({ body: ['Deed Отчёт İşlem ğ'], bold: ['Ł'] }, 'ru');
    expect(fonts.all().map(({ name }) => name)).toEqual(['body', 'bold']);
  });
});

test('a line break never separates a letter from its vowel marks or accents', () => {
  const measure = (text: string): number => [...new Intl.Segmenter('th').segment(text)].length;
  expect(breakLines('ที่นี่ที่นี่', { width: 2, lines: 9, measure })).toEqual(['ที่นี่', 'ที่นี่']);
});

test('an exported file expires an hour after the time in its key, and at once if the key has no time', () => {
  const made = new Date('2026-11-21T10:00:00Z');
  const key = exportKey('lake', made, 'x.pdf');
  expect(key.startsWith('lake/exports/')).toBe(true);
  expect(expired(key, new Date('2026-11-21T11:00:00.000Z'))).toBe(false);
  expect(expired(key, new Date('2026-11-21T11:00:00.001Z'))).toBe(true);
  expect(expired('lake/exports/old.pdf', made)).toBe(true);
});

describe('the columns of a list', () => {
  const t = (key: string, params: object = {}): string =>
    key === 'reports:more'
      ? `${'first' in params ? params.first : ''} +${'count' in params ? params.count : ''}`
      : key;
  const party = (displayName: string) => ({ displayName, lastName: '', firstName: '', middleInitial: '' });

  test('show the first of several values and the number of the others', () => {
    const record: RecordOf<'documents'> = {
      docId: 'A1',
      docType: 'A',
      docNumber: '1',
      displayDocNumber: 'A1',
      instrumentCode: 'D',
      instrumentDescription: 'DEED',
      displayBookAndPage: '1/2',
      recordedDate: '01/02/1990',
      recordedDateTime: '',
      instrumentDate: '',
      mortgageAmount: '',
      salePrice: '',
      verifiedStatus: '',
      grantorSearchResults: [party('A, B')],
      grantorCount: 3,
      granteeSearchResults: [party('C, D')],
      granteeCount: 1,
      referenceDocumentSearchResults: [],
      legalSearchResults: [{ description: 'LOT 1', comment: '', docId: 'A1' }],
      torrensSearchResults: [],
      additionalInfoSearchResults: [],
      displayOnlySearchResults: [],
    };
    expect(
      columnsOf.documents({ fileNumbers: false, bookTypes: false }).map(({ text }) => text(record, t)),
    ).toEqual(['DEED', 'A1', '01/02/1990', '1/2', 'A, B +2', 'C, D', '', 'LOT 1']);
  });

  test('include file numbers if the county uses them', () => {
    const headings = (fileNumbers: boolean): string[] =>
      columnsOf.certificates({ fileNumbers, bookTypes: false }).map(({ heading }) => heading);
    expect(headings(true)).toContain('reports:column.file');
    expect(headings(false)).not.toContain('reports:column.file');
  });
});
