import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { asOwner } from '@portal/infra/db';
import { testActor } from '@portal/infra/testing';
import type { ImportRun } from '@portal/proto/http/monitoring';
import { listImports } from '@portal/proto/rpc/search';
import { importBundle } from '../src/import/import-bundle.js';
import { ImportRefused } from '../src/import/import-refused.js';
import { ImportRun as Recorder } from '../src/import/import-run.js';
import { grantor, writeBundle } from './bundle-maker.js';
import { SearchUnderTest, silent } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
});
afterAll(() => search.close());

const asRole = (role: 'TRIMIN' | 'COUNTY', county = 'lake') => ({
  actor: testActor({ role, county }),
});
const runs = async (county?: string): Promise<ImportRun[]> =>
  (await search.rpc.callOrThrow(listImports, {}, asRole('TRIMIN', county))).imports;
const rows = [{ number: '1', parties: [grantor('FIRST')] }];

test('full and delta imports are listed with their numbers of documents, newest first', async () => {
  await search.importRows(rows);
  await search.importRows([{ number: '2', parties: [grantor('SECOND')] }], { kind: 'delta' });
  const [delta, full] = await runs();
  expect(full).toMatchObject({ kind: 'full', state: 'DONE', documents: 1, rejected: 0, failure: '' });
  expect(delta).toMatchObject({ kind: 'delta', state: 'DONE', documents: 1 });
  expect(Date.parse(full?.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(full?.startedAt ?? ''));
});

test('a refused bundle is listed with the reason, even when the manifest cannot be read', async () => {
  const folder = await writeBundle(rows);
  await writeFile(path.join(folder, 'manifest.json'), '{');
  await expect(search.importFolder(folder)).rejects.toThrow(ImportRefused);
  const [refused] = await runs();
  expect(refused).toMatchObject({
    state: 'REFUSED',
    kind: null,
    images: null,
    bundle: path.basename(folder),
  });
  expect(refused?.failure).toContain('manifest.json');
});

test('an import that failed shows the name of the error and not its message', async () => {
  await search.tables.asAdmin(
    `CREATE FUNCTION public.break_import() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       IF current_query() LIKE '%ON search.party%' THEN RAISE EXCEPTION 'SMITH, JOHN'; END IF; END $$`,
  );
  await search.tables.asAdmin(
    `CREATE EVENT TRIGGER break_import ON ddl_command_start WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION public.break_import()`,
  );
  try {
    await expect(search.importRows(rows)).rejects.toThrow('SMITH');
  } finally {
    await search.tables.asAdmin('DROP EVENT TRIGGER break_import');
  }
  const [failed] = await runs();
  expect(failed).toMatchObject({ state: 'FAILED', documents: null });
  expect(failed?.failure).toMatch(/P0001/);
  expect(failed?.failure).not.toContain('SMITH');
});

test('an import is listed only for TRIMIN users, and only in its own county', async () => {
  expect(await search.rpc.call(listImports, {}, asRole('COUNTY'))).toMatchObject({
    ok: false,
    code: 'NOT_FOUND',
  });
  expect(await runs('saipan')).toEqual([]);
});

test('an import that went live keeps the state DONE, whatever is reported later', async () => {
  await asOwner(search.tables.adminUrl, 'search', async (client) => {
    const run = await Recorder.begin(client, { county: 'lake', bundle: 'late', startedBy: 'test@here' });
    await run.recordLive(client, 7);
    await run.beat();
    await run.recordFailure(new Error('the connection was lost'));
  });
  expect((await runs())[0]).toMatchObject({
    ...{ bundle: 'late', startedBy: 'test@here', state: 'DONE', documents: 7, failure: '' },
  });
});

test('an import is listed with the id that it shares with the import of its page images', async () => {
  const bundle = await writeBundle(rows, { county: 'itasca' });
  const run = randomUUID();
  const { adminUrl } = search.tables;
  await importBundle({ adminUrl, bundle, county: 'itasca', runId: run, out: silent });
  await importBundle({ adminUrl, bundle, county: 'itasca', out: silent });
  expect((await runs('itasca')).map((one) => one.run)).toEqual([null, run]);
});

test('the last hundred imports of a county are stored, and fourteen are listed', async () => {
  await asOwner(search.tables.adminUrl, 'search', async (client) => {
    for (let nth = 1; nth <= 102; nth += 1)
      await Recorder.begin(client, { county: 'duluth', bundle: `b${nth}`, startedBy: '' });
  });
  const listed = await runs('duluth');
  expect([listed.length, listed[0]?.bundle]).toEqual([14, 'b102']);
  const [kept] = await search.tables.asAdmin<{ n: number }>(
    `SELECT count(*)::int AS n FROM search.import_run WHERE county_id = 'duluth'`,
  );
  expect(kept?.n).toBe(100);
});
