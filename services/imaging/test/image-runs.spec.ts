import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { ImageRun } from '@portal/proto/http/monitoring';
import { listImageRuns } from '@portal/proto/rpc/imaging';
import { ImageRun as Recorder } from '../src/ingest/image-run.js';
import { imagesCsv, silent, startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { barPage, tiffOf } from './tiff-fixture.js';

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
});
afterAll(() => imaging.close());

const asRole = (role: 'TRIMIN' | 'COUNTY', county = 'lake') => ({ actor: testActor({ role, county }) });
const runOf = async (run: string, county?: string): Promise<ImageRun | undefined> =>
  (await imaging.rpc.callOrThrow(listImageRuns, { runs: [run] }, asRole('TRIMIN', county))).runs[0];
const terms = (run: string) => ({ database: imaging.database.database, county: 'lake', run });

test('an import of page images is listed with its numbers of pages: all, imported and refused', async () => {
  const run = randomUUID();
  const files = {
    'images.csv': imagesCsv('A1000070,1,2,a.tif,1', 'A1000071,1,3,no-such.tif,1', 'A1000072,1,1,a.tif,2'),
    'a.tif': tiffOf([barPage(1), barPage(2)]),
  };
  await imaging.importBundle(files, undefined, run);
  expect(await runOf(run)).toEqual({ run, state: 'DONE', pages: 6, done: 3, refused: 3, failure: '' });
  // importing the same files again changes nothing, but the second import also ends as DONE
  const again = randomUUID();
  await imaging.importBundle(files, undefined, again);
  expect(await runOf(again)).toMatchObject({ state: 'DONE', pages: 6, done: 3, refused: 3 });
});

test('a running import shows how many pages are done, and counts as interrupted after a minute without a heartbeat', async () => {
  const run = randomUUID();
  await Recorder.recorded(terms(run), 900, async (recorder) => {
    recorder.count(120, false);
    recorder.count(30, true);
    expect(await runOf(run)).toMatchObject({ state: 'RUNNING', pages: 900 });
    await recorder.beat();
    expect(await runOf(run)).toMatchObject({ state: 'RUNNING', done: 120, refused: 30 });
    await imaging.database.asAdmin(
      `UPDATE imaging.image_run SET seen_at = now() - interval '61 seconds' WHERE run = $1`,
      [run],
    );
    expect(await runOf(run)).toMatchObject({ state: 'INTERRUPTED', done: 120 });
    await recorder.beat();
    expect(await runOf(run)).toMatchObject({ state: 'RUNNING' });
  });
  expect(await runOf(run)).toMatchObject({ state: 'DONE', done: 120, refused: 30 });
});

test('a failed import shows the name of the error, not its message, and ignores a late heartbeat', async () => {
  const run = randomUUID();
  let late: Recorder | undefined;
  const failing = Recorder.recorded(terms(run), 5, (recorder) => {
    late = recorder;
    return Promise.reject(new TypeError('SMITH, JOHN'));
  });
  await expect(failing).rejects.toThrow('SMITH');
  await late?.beat();
  expect(await runOf(run)).toMatchObject({ state: 'FAILED', failure: 'TypeError' });
});

test('an import is listed only to TRIMIN users, and only in its own county', async () => {
  const run = randomUUID();
  await Recorder.recorded(terms(run), 1, () => Promise.resolve());
  expect(await imaging.rpc.call(listImageRuns, { runs: [run] }, asRole('COUNTY'))).toMatchObject({
    ...{ ok: false, code: 'NOT_FOUND' },
  });
  expect(await runOf(run, 'saipan')).toBeUndefined();
});

test('an import that cannot be added to the list of imports continues, and the list keeps the last hundred of a county', async () => {
  expect(await Recorder.recorded(terms('no id'), 1, () => Promise.resolve('done'))).toBe('done');
  const runs = Array.from({ length: 102 }, () => randomUUID());
  for (const run of runs) await Recorder.recorded(terms(run), 1, () => Promise.resolve());
  const [kept] = await imaging.database.asAdmin<{ n: number }>(
    `SELECT count(*)::int AS n FROM imaging.image_run WHERE county_id = 'lake'`,
  );
  expect(kept?.n).toBe(100);
  expect(await runOf(runs.at(-1) ?? '')).toMatchObject({ state: 'DONE' });
});

test('imports of one county run one after another, so the pages of the import that began last stay', async () => {
  const bundleOf = (page: number) => ({
    'images.csv': imagesCsv('A1000080,1,1,a.tif,1'),
    'a.tif': tiffOf([barPage(page)]),
  });
  const put = imaging.objects.put.bind(imaging.objects);
  const told = jest.spyOn(silent, 'write');
  const waiting = (): number =>
    told.mock.calls.filter(([text]) => String(text).startsWith('waiting for another import')).length;
  const later: Promise<unknown>[] = [];
  let isBuilt: boolean | undefined;
  jest.spyOn(imaging.objects, 'put').mockImplementationOnce(async (...page) => {
    for (const number of [2, 3]) {
      later.push(imaging.importBundle(bundleOf(number)));
      for (let tried = 0; waiting() < later.length && tried < 500; tried += 1) await sleep(20);
    }
    // the migrations of an update build indexes, and must not have to wait until the imports end
    const built = imaging.database.asAdmin('CREATE INDEX CONCURRENTLY in_between ON imaging.image_run (run)');
    isBuilt = await Promise.race([built.then(() => true), sleep(5_000, false)]);
    return put(...page);
  });
  await imaging.importBundle(bundleOf(1));
  await Promise.all(later);
  expect(waiting()).toBe(2);
  expect(isBuilt).toBe(true);
  expect(await imaging.importBundle(bundleOf(3))).toMatchObject({ documents: 0, unchanged: 1 });
  await imaging.database.asAdmin('DROP INDEX imaging.in_between');
});
