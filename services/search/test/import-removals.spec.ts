import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { ImportRefused } from '../src/import/import-refused.js';
import { grantor, writeBundle, type DocumentRow } from './bundle-maker.js';
import { writeSearchBundle, type SearchBundle } from './search-bundle.js';
import { keysOf, noticed, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

const documents = (count: number): DocumentRow[] =>
  Array.from({ length: count }, (_, at) => ({ number: String(at + 1), parties: [grantor('KEPT')] }));

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
});
afterAll(() => search.close());
/** A counter of the live index that grows with every import that is not refused. */
const changes = async (): Promise<number> => {
  const [live] = await search.tables.asAdmin<{ changes: number }>('SELECT changes FROM search.live_index');
  return live?.changes ?? -1;
};
let begun: number | undefined;
/** Every test begins with the same 20 documents, which are imported again only if a test has changed the index. */
beforeEach(async () => {
  if ((await changes()) !== begun) await search.importRows(documents(20));
  begun = await changes();
  await search.tables.asAdmin('DELETE FROM search.removed_record');
  await search.tables.asAdmin(`DELETE FROM search.outbox WHERE type LIKE 'search.document-%'`);
});

const unasked = async (bundle: SearchBundle): ReturnType<SearchUnderTest['importFolder']> =>
  search.importFolder(await writeSearchBundle(bundle), 'lake', undefined, false);

const found = async (): Promise<string[]> => {
  await noticed();
  return keysOf(await search.byName({ grantorGranteeLastName1: 'KEPT' }, { updateHistory: false }));
};

const facts = (): Promise<{ type: string; aggregate: string }[]> =>
  search.tables.asAdmin(
    `SELECT type, aggregate FROM search.outbox WHERE type LIKE 'search.document-%' ORDER BY id`,
  );

test('a full bundle that would remove more than a tenth of the documents is refused and changes nothing', async () => {
  const refused = unasked({ documents: documents(17), files: {} });
  await expect(refused).rejects.toThrow(ImportRefused);
  await expect(refused).rejects.toThrow(
    'it would remove 3 of 20 documents, more than 10 %. When they are to go, import it with --accept-removals',
  );
  expect(await found()).toHaveLength(20);
  expect(await facts()).toEqual([]);
  expect(await search.tables.asAdmin(`SELECT 1 FROM search.generation WHERE state = 'LOADING'`)).toEqual([]);
});

test('a full bundle without any document is refused', async () => {
  await expect(unasked({ documents: [], files: {} })).rejects.toThrow('it would remove 20 of 20 documents');
});

test('documents that a full bundle contains only in rejected rows count as removed', async () => {
  const some = documents(20).map((row, at) => (at < 3 ? { ...row, instrument: 'NONE' } : row));
  await expect(unasked({ documents: some, files: {} })).rejects.toThrow('it would remove 3 of 20 documents');
});

test('up to a tenth of the documents may be removed without acceptance, and more only with acceptance', async () => {
  await unasked({ documents: documents(18), files: {} });
  expect(await found()).toHaveLength(18);
  await search.importFolder(await writeBundle(documents(5)), 'lake', undefined, true);
  expect(await found()).toHaveLength(5);
});

const certificates = (count: number): SearchBundle['files'] => ({
  'certificates.csv': Array.from({ length: count }, (_, at) => ({
    certificate_number: String(at + 1),
    certified_date: '2000-01-01',
    status: 'ACTIVE',
    short_status: 'A',
  })),
});

test('the removal of many certificates must be accepted, like the removal of many documents', async () => {
  await unasked({ documents: documents(20), files: certificates(10) });
  const fewer = unasked({ documents: documents(20), files: certificates(8) });
  await expect(fewer).rejects.toThrow('it would remove 2 of 10 certificates');
});

test('other services learn once of each document or certificate that is removed or comes back', async () => {
  await unasked({ documents: documents(20), files: certificates(10) });
  await unasked({ documents: documents(19), files: certificates(9) });
  const first = (await facts()).map(({ type, aggregate }) => `${type} ${aggregate}`);
  expect(first.sort()).toEqual([
    'search.document-removed.v1 document:A20',
    'search.document-removed.v1 document:C10',
  ]);
  const deleted = await writeSearchBundle(
    { documents: [{ number: '1', action: 'DELETE' }], files: { 'certificates.csv': [deletion('2')] } },
    { kind: 'delta' },
  );
  await search.importFolder(deleted);
  await search.importRows([{ number: '1', parties: [grantor('KEPT')] }, { number: '2' }], { kind: 'delta' });
  await unasked({ documents: documents(20), files: certificates(10) });
  const after = (await facts()).slice(2).map(({ type, aggregate }) => `${type} ${aggregate}`);
  expect(after.sort()).toEqual([
    'search.document-removed.v1 document:A1',
    'search.document-removed.v1 document:C2',
    'search.document-restored.v1 document:A1',
    'search.document-restored.v1 document:A20',
    'search.document-restored.v1 document:C10',
    'search.document-restored.v1 document:C2',
    'search.document-unsealed.v1 document:A1',
    'search.document-unsealed.v1 document:A20',
  ]);
});

const deletion = (certificate: string): Readonly<Record<string, string>> => ({
  certificate_number: certificate,
  certified_date: '',
  status: '',
  short_status: '',
  action: 'DELETE',
});
