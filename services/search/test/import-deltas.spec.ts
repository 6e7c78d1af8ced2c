import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { DocumentRow } from './bundle-maker.js';
import { LiveRecords, ordinal } from './records-bundle.js';
import { writeSearchBundle, type CsvRow } from './search-bundle.js';
import { SearchUnderTest } from './search-under-test.js';

// imports take a second, on a busy machine many
jest.setTimeout(120_000);

let search: SearchUnderTest;
let live: LiveRecords;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  live = new LiveRecords(search);
});
afterAll(() => search.close());

/** A county that begins anew with these rows. */
const begin = async (
  documents: readonly DocumentRow[],
  files: Record<string, readonly CsvRow[]> = {},
): Promise<void> => {
  expect(await search.importSearchBundle({ documents, files })).toMatchObject({ rejected: 0 });
};
const change = async (documents: readonly DocumentRow[]): Promise<void> => {
  const outcome = await search.importSearchBundle({ documents, files: {} }, { kind: 'delta' });
  expect(outcome).toMatchObject({ rejected: 0 });
};

describe('book types', () => {
  const inBook = (number: string, bookType: string): DocumentRow => ({
    number,
    book: '5',
    page: '6',
    bookType,
  });
  const bookTypes = () => live.rows('code_value', 'code', 'list, code');

  test('a type whose only document comes again stays, a new type appears, one that was sealed goes', async () => {
    await begin([inBook('1', 'M'), inBook('2', 'S')]);
    expect(await bookTypes()).toEqual([{ code: 'M' }, { code: 'S' }]);
    await change([inBook('1', 'M'), inBook('3', 'N')]);
    expect(await bookTypes()).toEqual([{ code: 'M' }, { code: 'N' }, { code: 'S' }]);
    await change([inBook('1', 'M'), inBook('4', 'P'), { number: '2', action: 'SEAL' }]);
    expect(await bookTypes()).toEqual([{ code: 'M' }, { code: 'N' }, { code: 'P' }]);
  });
});

describe('sealing', () => {
  const sealedNow = () => live.rows('document', 'sk_doc, sealed, display');
  const [first, second] = [ordinal('A1'), ordinal('A2')];

  test('a row that does not say it leaves a sealed document sealed and an open one open', async () => {
    await begin([{ number: '1', sealed: true }, { number: '2' }]);
    const folder = await writeSearchBundle(
      { documents: [{ number: '1' }, { number: '2' }], files: {} },
      { kind: 'delta' },
    );
    const file = path.join(folder, 'documents.csv');
    await writeFile(file, (await readFile(file, 'utf8')).replace(',sealed', ',').replaceAll(/,N$/gm, ','));
    expect(await search.importFolder(folder)).toMatchObject({ documents: 2, rejected: 0 });
    expect(await sealedNow()).toEqual([
      { sk_doc: first, sealed: true, display: '' },
      { sk_doc: second, sealed: false, display: expect.stringContaining('"docId":"A2"') },
    ]);
    await change([{ number: '1' }]);
    expect(await sealedNow()).toMatchObject([{ sealed: false }, { sealed: false }]);
  });
});
