import { PassThrough } from 'node:stream';
import { describe, expect, jest, test } from '@jest/globals';
import { CsvRecords, type CsvRecord } from '../src/import/csv-records.js';
import { ImportRefused } from '../src/import/import-refused.js';
import { runInLanes } from '../src/import/lanes.js';
import { lotRange, lotsAndBlocks, metesAndBounds, writtenAs } from '../src/import/legal.rules.js';
import { Progress } from '../src/import/progress.js';
import { identityOf, RowRejected } from '../src/import/row.rules.js';
import { shownDollars, shownMinute } from '../src/import/shown.rules.js';
import { foldParcel } from '../src/matching/parcel.rules.js';
import { foldStreet } from '../src/matching/street.rules.js';
import { normalizeTorrensText, storedTorrensText } from '../src/matching/torrens-text.rules.js';
import type pg from 'pg';

/** The CSV records of a text that the reader receives in pieces of this length. */
function recordsOf(text: string, length: number, longest?: number): CsvRecord[] {
  const reader = new CsvRecords('x.csv', longest);
  const records: CsvRecord[] = [];
  for (let at = 0; at < text.length; at += length) records.push(...reader.read(text.slice(at, at + length)));
  records.push(...reader.read('', true));
  return records;
}

describe('a CSV file', () => {
  const dirty = '\ufeffa,b\r\n"1","say ""hi"""\r\n\n"two\nlines",x\r\n,\nBR"OKEN,y\n"open" z,q\nlast,""';
  const expected: CsvRecord[] = [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1', 'say "hi"'] },
    { line: 4, cells: ['two\nlines', 'x'] },
    { line: 6, cells: ['', ''] },
    { line: 7, cells: undefined },
    { line: 8, cells: undefined },
    { line: 9, cells: ['last', ''] },
  ];

  test.each([1, 2, 3, 7, 1_000])(
    'gives the same records when it is read in pieces of %i letters, even with a BOM, CRLF, quotes and values over several lines',
    (length) => {
      expect(recordsOf(dirty, length)).toEqual(expected);
    },
  );

  test.each([8, 9, 10, 11, 12])(
    'has one record for a row in which a broken quote follows a value of several lines (read in pieces of %i letters)',
    (length) => {
      expect(recordsOf('a,b\n"1\n2",B"R,OKEN\nx,y\n', length)).toEqual([
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: undefined },
        { line: 4, cells: ['x', 'y'] },
      ]);
    },
  );

  test('is refused when a quote never closes, and the message has the line of the quote', () => {
    expect(() => recordsOf('a,b\n1,2\n3,"never\nends', 4)).toThrow(
      'x.csv line 3: a quote opens and never closes',
    );
    expect(() => recordsOf('a,b\n"1\n2",x\n"3\n4","never\nends', 64)).toThrow('line 5: a quote opens');
  });

  test('is refused after less than 300 KB if one field has 64 MB', () => {
    const reader = new CsvRecords('parties.csv', 100_000);
    const piece = 'x'.repeat(65_536);
    let read = 0;
    const feed = (start: string): void => {
      expect([...reader.read(`a,b\n1,${start}`)]).toHaveLength(1);
      for (; read < 64 * 1_048_576; read += piece.length) for (const _ of reader.read(piece)) break;
    };
    expect(() => feed('"')).toThrow(ImportRefused);
    expect(read).toBeLessThan(300_000);
  });
});

describe('folding for comparisons', () => {
  test.each([
    ['North Main Street', 'N MAIN ST'],
    ['N. MAIN ST', 'N MAIN ST'],
    ['  county   road 10 ', 'CO RD 10'],
    ["ST. PAUL'S BOULEVARD", 'ST PAULS BLVD'],
    ['Southwest Lakeside Circle', 'SW LAKESIDE CIR'],
    ['STREETER LANE', 'STREETER LN'],
    ['Ægir Ávenue', 'AEGIR AVE'],
    ['...', ''],
  ])('makes the street %j into %j', (street, folded) => {
    expect(foldStreet(street)).toBe(folded);
    expect(foldStreet(folded)).toBe(folded);
  });

  test('keeps only letters and digits of a parcel id', () => {
    expect(foldParcel('25-0012-00 3.a')).toBe('250012003A');
  });

  test('keeps the words of a certificate with single spaces, and stores a space at both ends', () => {
    expect(normalizeTorrensText('  Lot 3,\nBlock 7 – “Cañon” & Co. ')).toBe('LOT 3 BLOCK 7 CANON CO');
    expect(storedTorrensText('Deed')).toBe(' DEED ');
  });
});

describe('the rows of an import', () => {
  test('are rejected when their document type is the letter of certificates or books', () => {
    for (const document_type of ['C', 'G', 'B']) {
      expect(() => identityOf({ document_type, document_number: '1' })).toThrow(
        new RowRejected('document_type', 'reserved for certificates and books'),
      );
    }
  });

  test('keep each legal description twice: folded for comparisons, and as the office writes it', () => {
    const plat = lotsAndBlocks({ plat_number: 'cic 12', lot: '7-9', block: 'b' });
    expect(plat.parts.folded).toMatchObject({ lot: '79', block: 'B' });
    expect([plat.platNumber, plat.lots, writtenAs(plat.parts)]).toEqual([
      'CIC12',
      { from: 7, to: 9 },
      '{"lot":"7-9"}',
    ]);
    const place = metesAndBounds({ section: '5', township: '110', range: '15', municipality: 'Two Harbors' });
    expect(place.parts.folded.municipality).toBe('TWOHARBORS');
    expect(writtenAs(place.parts)).toBe('{"municipality":"TWO HARBORS"}');
  });

  test.each(['7-9', '9-7', '9 thru 7'])('have the lots %p as 7 to 9', (lot) => {
    expect(lotRange(lot)).toEqual({ from: 7, to: 9 });
  });

  test('show times and amounts in the form that people write', () => {
    expect(shownMinute(0)).toBe('01/01/1800 12:00 AM');
    expect(shownMinute(1_440 * 59 + 13 * 60 + 5)).toBe('03/01/1800 1:05 PM');
    expect([shownDollars(123_456_789n), shownDollars(5n), shownDollars(null)]).toEqual([
      '$1,234,567.89',
      '$0.05',
      '',
    ]);
  });
});

describe('the parallel lanes of an import (one connection each)', () => {
  const lane = {} as pg.Client;

  test('let a task wait for the tasks that must come first, whichever lanes run them', async () => {
    const done: string[] = [];
    const task = (name: string, after: string[] = [], ms = 1) => ({
      name,
      after,
      run: () => new Promise<void>((resolve) => setTimeout(() => (done.push(name), resolve()), ms)),
    });
    await runInLanes([lane, lane], [task('c', ['a', 'b']), task('a', [], 20), task('b'), task('d', ['c'])]);
    expect(done).toEqual(['b', 'a', 'c', 'd']);
  });

  test('start no dependent task after a failure, and throw the failure after the running tasks have ended', async () => {
    const done: string[] = [];
    const slow = {
      name: 'slow',
      run: async () => void (await new Promise((r) => setTimeout(r, 30)), done.push('slow')),
    };
    const bad = { name: 'bad', run: () => Promise.reject(new Error('no room')) };
    const never = { name: 'never', after: ['bad'], run: async () => void done.push('never') };
    await expect(runInLanes([lane, lane], [slow, bad, never])).rejects.toThrow('no room');
    expect(done).toEqual(['slow']);
  });
});

describe('the progress of an import', () => {
  const stdout = (isTTY: boolean) => {
    const lines: string[] = [];
    const out = Object.assign(new PassThrough(), { isTTY }).on('data', (text: Buffer) =>
      lines.push(String(text)),
    );
    return { lines, out: out as unknown as NodeJS.WriteStream };
  };

  test('is reported every two seconds at most, and always at the last step', () => {
    jest.useFakeTimers({ now: 1_000_000 });
    try {
      const { lines, out } = stdout(false);
      const progress = new Progress(0, out);
      progress.step('LOADING', 'loading');
      for (let done = 1; done <= 37; done += 1) {
        jest.advanceTimersByTime(90);
        progress.task('party', done, 37);
      }
      expect(lines.map((line) => /\d+ of 37|loading/.exec(line)?.[0])).toEqual([
        'loading',
        '23 of 37',
        '37 of 37',
      ]);
    } finally {
      jest.useRealTimers();
    }
  });
});
