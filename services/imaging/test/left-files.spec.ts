import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { filingUploadKey } from '@portal/proto/efile';
import { LeftFiles } from '../src/efile/left-files.js';
import { LeftUploads } from '../src/efile/left-uploads.js';
import { UnsentRepository } from '../src/efile/unsent.repository.js';
import { filingSteps, newSender } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';

const HOUR_MS = 60 * 60_000;

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
});
afterAll(() => imaging.close());

/** Runs the job as if it were some hours later. */
const runIn = (hours: number): Promise<void> => {
  const clock = { now: () => new Date(Date.now() + hours * HOUR_MS) };
  return new LeftUploads(imaging.terms, imaging.objects, clock).run({});
};
const keysBelow = async (prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of imaging.objects.list(prefix)) keys.push(key);
  return keys;
};

test('uploads that a killed gateway left in any county are removed after a day; accepted documents stay', async () => {
  expect(await filingSteps(() => imaging).take(newSender())).toMatchObject({ ok: true });
  await imaging.objects.put(filingUploadKey('saipan', randomUUID()), Buffer.from('half of a deed'));
  await runIn(23);
  expect(await keysBelow('lake/efile/uploads/')).toHaveLength(1);
  expect(await keysBelow('saipan/efile/uploads/')).toHaveLength(1);
  await runIn(25);
  expect(await keysBelow('lake/efile/uploads/')).toEqual([]);
  expect(await keysBelow('saipan/efile/uploads/')).toEqual([]);
  expect(await keysBelow('lake/efile/originals/')).toHaveLength(1);
});

/** Runs the job for originals and stamped copies as if it were some days later. */
const sweepFilesIn = (days: number): Promise<void> => {
  const clock = { now: () => new Date(Date.now() + days * 24 * HOUR_MS) };
  const { terms, database, objects } = imaging;
  return new LeftFiles(terms, database.database, new UnsentRepository(), objects, clock).run({});
};

test('an original whose filing was never written is removed after 30 days; the originals of filings stay', async () => {
  expect(await filingSteps(() => imaging).take(newSender())).toMatchObject({ ok: true });
  const filed = await keysBelow('lake/efile/originals/');
  const left = `lake/efile/originals/${randomUUID()}.pdf`;
  await imaging.objects.put(left, Buffer.from('a deed without a row'));
  await sweepFilesIn(29);
  expect(await keysBelow('lake/efile/originals/')).toContain(left);
  await sweepFilesIn(31);
  expect(await keysBelow('lake/efile/originals/')).toEqual(filed);
});

test('a stamped copy that no filing has is removed after 30 days; the copy of a recorded filing stays', async () => {
  const { sent, ask } = filingSteps(() => imaging);
  const { filing } = await sent(newSender());
  const [kept, left] = [filing, randomUUID()].map((id) => `lake/efile/endorsed/${id}-00.pdf`);
  for (const key of [kept, left]) await imaging.objects.put(key ?? '', Buffer.from('a stamped deed'));
  await ask('UPDATE imaging.filing SET endorsed_key = $2 WHERE id = $1', [filing, kept]);
  await sweepFilesIn(29);
  expect(await keysBelow('lake/efile/endorsed/')).toEqual(expect.arrayContaining([kept, left]));
  await sweepFilesIn(31);
  expect(await keysBelow('lake/efile/endorsed/')).toEqual([kept]);
});
