import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { message } from '@portal/proto/message';
import { listExchangeAnswers } from '@portal/proto/rpc/efile-exchange';
import { claimFiling, rejectFiling, releaseFiling } from '@portal/proto/rpc/efile-queue';
import { clerk, exchangeSteps, FOLDER, written, type SentFiling } from './exchange-steps.js';
import { clerkOf, newNumber } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { endorsement, rejection } from './pria-answers.js';

// each document is examined in its own process, which takes seconds on a busy machine
jest.setTimeout(300_000);

const DAY_MS = 24 * 60 * 60_000;
const colleague = clerkOf('clerk.two');

let imaging: ImagingUnderTest;
/** How far the service's clock is ahead, in milliseconds. */
let ahead = 0;
/** A submission in a package, and the file that answered it. */
type Answered = SentFiling & { readonly packageId: string; readonly name: string };
/**
 * `recorded` was recorded by its answer. `decided` was decided by a clerk after its answer was refused. `open` is still
 * at the office.
 */
let [recorded, decided, open]: Answered[] = [];
let broken = '';

beforeAll(async () => {
  imaging = await startImaging({ clock: { now: () => new Date(Date.now() + ahead) } });
  const found = await packed();
  const answer = written(found, endorsement(newNumber(), new Date().toISOString()));
  recorded = { ...found, name: await arrive(answer) };
  [decided, open] = [await held(), await held()];
  await returned(decided.filing);
  broken = await arrive('no XML');
  await imaging.objects.put(`${FOLDER}/answers/still-coming.xml.part`, Buffer.from('half'));
});
afterEach(() => {
  ahead = 0;
  armFailpoints(undefined);
});
afterAll(() => imaging.close());

const { packed, arrive, inFolder } = exchangeSteps(() => imaging);
const ask = <R extends object>(statement: string, values: unknown[] = []): Promise<R[]> =>
  imaging.database.asAdmin<R>(statement, values);
/** Makes a year pass. The rows' times are moved back too, because the database has a clock of its own. */
const yearLater = async (): Promise<void> => {
  await ask(`UPDATE imaging.exchange_answer SET arrived_at = arrived_at - interval '366 days'`);
  await ask(`UPDATE imaging.filing_package SET made_at = made_at - interval '366 days'`);
  ahead = 366 * DAY_MS;
};
const clear = (): Promise<void> => imaging.retention.run({});
const answersOf = async (name: string): Promise<number> =>
  (await ask('SELECT 1 FROM imaging.exchange_answer WHERE file_name = $1', [name])).length;
const itemsOf = async (of: Answered | undefined): Promise<number> =>
  (await ask('SELECT 1 FROM imaging.filing_package_item WHERE filing = $1', [of?.filing])).length;
const packagesOf = async (of: Answered | undefined): Promise<number> =>
  (await ask('SELECT 1 FROM imaging.filing_package WHERE id = $1', [of?.packageId])).length;
/** A submission whose answer is refused, because a colleague works on the document. */
async function held(): Promise<Answered> {
  const found = await packed();
  await imaging.rpc.callOrThrow(releaseFiling, { filing: found.filing }, { actor: clerk });
  await imaging.rpc.callOrThrow(claimFiling, { filing: found.filing, over: false }, { actor: colleague });
  return { ...found, name: await arrive(written(found, rejection('No notary'))) };
}
/** The object keys of a refused file and of the message beside it. */
const fileAndMessage = (name: string) =>
  ['', '.txt'].map((end) => expect.stringMatching(new RegExp(`/refused/[^/]+-${name}${end}$`)));
const returned = (filing: string): Promise<unknown> =>
  imaging.rpc.callOrThrow(rejectFiling, { filing, reasons: ['Other'], note: '' }, { actor: colleague });

test('answers of the land system, and packages for it, are not removed within a year', async () => {
  ahead = 364 * DAY_MS;
  await clear();
  expect(await inFolder('done', recorded?.name ?? '')).toHaveLength(1);
  for (const name of [decided?.name ?? '', open?.name ?? '', broken]) {
    expect(await inFolder('refused', name)).toHaveLength(2);
    expect(await answersOf(name)).toBe(1);
  }
  for (const filing of [recorded, decided, open]) expect(await itemsOf(filing)).toBe(1);
});

test('answers about decided filings are removed after a year, together with the package items of these filings; items that prove a decision stay', async () => {
  await yearLater();
  await clear();
  expect(await inFolder('done', recorded?.name ?? '')).toEqual([]);
  for (const name of [decided?.name ?? '', broken]) {
    expect(await inFolder('refused', name)).toEqual([]);
    expect(await answersOf(name)).toBe(0);
  }
  expect(await inFolder('refused', open?.name ?? '')).toHaveLength(2);
  expect(await inFolder('answers', 'still-coming')).toHaveLength(1);
  const { answers } = await imaging.rpc.callOrThrow(listExchangeAnswers, {}, { actor: clerk });
  expect(answers.map(({ fileName }) => fileName)).toContain(open?.name);
  // items that prove a decision stay with their filing
  expect([await itemsOf(recorded), await packagesOf(recorded)]).toEqual([1, 1]);
  expect([await itemsOf(decided), await packagesOf(decided)]).toEqual([0, 0]);
  expect([await itemsOf(open), await packagesOf(open)]).toEqual([1, 1]);
});

test('if an older version stored an answer without its filing, the filing number in the message decides whether the answer is removed', async () => {
  const old = (name: string, number: number | undefined): Promise<object[]> =>
    ask(
      `INSERT INTO imaging.exchange_answer (county_id, id, file_name, arrived_at, refused, why)
       VALUES ('lake', gen_random_uuid(), $1, now() - interval '400 days', true, ARRAY[$2])`,
      [name, message('filings:exchange.wrongState', { number: number ?? 0 })],
    );
  await old('of-open.xml', open?.number);
  await old('of-decided.xml', decided?.number);
  await clear();
  expect([await answersOf('of-open.xml'), await answersOf('of-decided.xml')]).toEqual([1, 0]);
});

test('a removal of old answers continues when another process has just removed one of their files', async () => {
  const names = [await arrive('no XML'), await arrive('none either')];
  await yearLater();
  const get = imaging.ownObjects.get.bind(imaging.ownObjects);
  const read = jest.spyOn(imaging.ownObjects, 'get').mockImplementation(async (key, most) => {
    if (key.includes(names[0] ?? '')) await imaging.objects.remove(key);
    return get(key, most);
  });
  await clear();
  read.mockRestore();
  await clear();
  for (const name of names) expect(await inFolder('refused', name)).toEqual([]);
});

test('if a removal is killed after it deleted an answer file, the next removal deletes the message file of the answer', async () => {
  const names = [await arrive('no XML'), await arrive('none either')];
  await yearLater();
  armFailpoints((name) => {
    if (name === 'answer-file-removal') throw new FailpointThrew(name);
  });
  await expect(clear()).rejects.toThrow('exchanges whose old files or rows stay');
  armFailpoints(undefined);
  await clear();
  for (const name of names) expect(await inFolder('refused', name)).toEqual([]);
});

test('if a removal is killed after it deleted the rows of answers, the next removal deletes their files, and open filings lose nothing', async () => {
  const names = [await arrive('no XML'), await arrive('none either')];
  await yearLater();
  armFailpoints((name) => {
    if (name === 'answer-rows-removal') throw new FailpointThrew(name);
  });
  await expect(clear()).rejects.toThrow('exchanges whose old files or rows stay');
  armFailpoints(undefined);
  for (const name of names)
    expect([await answersOf(name), await inFolder('refused', name)]).toEqual([0, fileAndMessage(name)]);
  // a restarted process does not read the files again, and removes them although no row names them
  await (await imaging.startSecond()).run({ county: 'lake' });
  await clear();
  for (const name of names) expect([await answersOf(name), await inFolder('refused', name)]).toEqual([0, []]);
  expect([await answersOf(open?.name ?? ''), await itemsOf(open), await packagesOf(open)]).toEqual([1, 1, 1]);
  expect(await inFolder('refused', open?.name ?? '')).toHaveLength(2);
});

test('450 old answers are removed in batches, and 450 old answers about an open filing stay', async () => {
  await ask(
    `INSERT INTO imaging.exchange_answer (county_id, id, file_name, arrived_at, refused, why, filings)
     SELECT 'lake', gen_random_uuid(), 'old-' || n, date_trunc('milliseconds', now()) - interval '500 days', true, '{}',
            CASE WHEN n % 2 = 0 THEN ARRAY[$1::uuid] ELSE '{}' END
       FROM generate_series(1, 900) n`,
    [open?.filing],
  );
  await clear();
  const [left] = await ask<{ n: number }>(
    `SELECT count(*)::int AS n FROM imaging.exchange_answer WHERE file_name LIKE 'old-%'`,
  );
  expect(left).toEqual({ n: 450 });
});

test('the imaging service cannot delete rows younger than a year, rows that prove a decision, or rows of open filings', async () => {
  const remove = (statement: string, value: string | undefined): Promise<number> =>
    imaging.database.database.withCounty('lake', (tx) => tx.run(statement, [value]));
  const answer = 'DELETE FROM exchange_answer WHERE file_name = $1';
  const item = 'DELETE FROM filing_package_item WHERE filing = $1';
  const young = await arrive('no XML');
  expect(await remove(answer, young)).toBe(0);
  await yearLater();
  expect(await remove(answer, open?.name)).toBe(0);
  expect(await remove(item, open?.filing)).toBe(0);
  expect(await remove(item, recorded?.filing)).toBe(0);
  expect(await remove(answer, young)).toBe(1);
});

test('answers about a filing that was open for longer than a year are removed after the office has decided', async () => {
  await returned(open?.filing ?? '');
  ahead = 366 * DAY_MS;
  await clear();
  expect(await inFolder('refused', open?.name ?? '')).toEqual([]);
  expect([await answersOf(open?.name ?? ''), await itemsOf(open), await packagesOf(open)]).toEqual([0, 0, 0]);
});
