import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Input } from '@portal/proto/rpc/contract';
import {
  askCorrection,
  claimFiling,
  listQueue,
  openFilingCopy,
  openFilingPage,
  recordFiling,
  rejectFiling,
  releaseFiling,
  viewFiling,
} from '@portal/proto/rpc/efile-queue';
import sharp from 'sharp';
import type { QueryRunner } from 'typeorm';
import { workLimited } from '../src/efile/filing-work-sandbox.js';
import { RetellingLater202611242140 } from '../src/migrations/202611242140-retelling-later.js';
import { pdfOf } from './filing-files.js';
import { clerkOf, filingSteps, newNumber, newSender } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { barPage, tiffOf } from './tiff-fixture.js';

let imaging: ImagingUnderTest;
let deed: Buffer;
beforeAll(async () => {
  [imaging, deed] = [await startImaging(), await pdfOf(3)];
});
afterEach(() => {
  armFailpoints(undefined);
  imaging.fees.beforeSettle = () => Promise.resolve();
});
afterAll(() => imaging.close());

const [clerk, colleague] = [clerkOf('clerk.one'), clerkOf('clerk.two')];
const steps = filingSteps(() => imaging);
const { rowOf: stateOf, toldOf, makeDue } = steps;

/** Sends a document to the office and returns the filing's id. */
const sent = async (sender: Actor, file = deed, declared = 'application/pdf'): Promise<string> =>
  (await steps.sent(sender, { file, declared })).filing;
const claim = (filing: string, actor = clerk, over = false) =>
  imaging.rpc.call(claimFiling, { filing, over }, { actor });
const claimed = async (actor = clerk, sender = newSender()): Promise<string> => {
  const filing = await sent(sender);
  expect(await claim(filing, actor)).toMatchObject({ ok: true });
  return filing;
};
/** The current minute on the county's clock, which is not before the submissions of this test. */
const onClock = () => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: 'America/Chicago', hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' },
  }).format(new Date());
  const [date = '', time = ''] = parts.split(', ');
  return { date, time };
};
const record = (filing: string, over: Partial<Input<typeof recordFiling>> = {}, actor = clerk) =>
  imaging.rpc.call(
    recordFiling,
    { filing, documentNumber: newNumber(), book: '231', page: '118', ...onClock(), note: '', ...over },
    { actor },
  );
const returned = { reasons: ['A page cannot be read'], note: 'Page 2 is black.' };
const reject = (filing: string, actor = clerk) =>
  imaging.rpc.call(rejectFiling, { filing, ...returned }, { actor });
const settledOf = (filing: string): boolean[] => [...new Set(steps.settledOf(filing))];
/** Runs the job that continues the work of a dead process on the filing. */
const later = async (filing: string): Promise<void> => {
  await makeDue(filing);
  await imaging.completer.run({ county: 'lake' });
};
const dieAt = (point: string): void =>
  armFailpoints((name) => (name === point ? Promise.reject(new FailpointThrew(name)) : undefined));

describe('the e-file queue', () => {
  test('lists the waiting documents, the oldest first, and counts them', async () => {
    const [first, second] = [await sent(newSender()), await sent(newSender())];
    const list = await imaging.rpc.call(
      listQueue,
      { view: 'WAITING', offset: 0, limit: 100 },
      { actor: clerk },
    );
    const ids = list.ok ? list.value.filings.map(({ id }) => id) : [];
    expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second));
    expect(ids).toContain(first);
    expect(list).toMatchObject({ value: { total: ids.length } });
  });

  test('lists the documents of one kind or of one submitter, page by page, and counts only these', async () => {
    const mark = newNumber();
    const sender = newSender({ username: `user.${mark}` });
    const send = async (efileType: 'LR' | 'MAP', name: string, by = newSender()) =>
      (await steps.sent(by, { file: deed, over: { efileType, name } })).filing;
    const [lr, map] = [await send('LR', `Ann 100%_${mark}`), await send('MAP', `ANN 100%_${mark}`)];
    const other = await send('MAP', 'Someone Else', sender);
    const listed = async (over: Partial<Input<typeof listQueue>>) => {
      const asked = { view: 'WAITING' as const, offset: 0, limit: 100, ...over };
      const { filings, total } = await imaging.rpc.callOrThrow(listQueue, asked, { actor: clerk });
      return { ids: filings.map(({ id }) => id), total };
    };
    const ann = ` ann 100%_${mark} `.toLowerCase();
    expect(await listed({ sender: ann })).toEqual({ ids: [lr, map], total: 2 });
    expect(await listed({ sender: ann, offset: 1, limit: 1 })).toEqual({ ids: [map], total: 2 });
    expect(await listed({ sender: ann, efileType: 'MAP' })).toEqual({ ids: [map], total: 1 });
    expect(await listed({ sender: mark.toUpperCase(), efileType: 'MAP' })).toEqual({
      ...{ ids: [map, other], total: 2 },
    });
    expect(await listed({ sender: `USER.${mark}` })).toEqual({ ids: [other], total: 1 });
    expect(await listed({ sender: ann.replace('%', '_') })).toEqual({ ids: [], total: 0 });
    expect(await listed({ sender: ann, view: 'RECORDED' })).toEqual({ ids: [], total: 0 });
    const { ids } = await listed({ efileType: 'MAP' });
    expect(ids).toEqual(expect.arrayContaining([map, other]));
    expect(ids).not.toContain(lr);
  });

  test('lets one clerk claim a document; another clerk sees who has it and may take it over', async () => {
    const filing = await sent(newSender());
    const answers = await Promise.all([claim(filing, clerk), claim(filing, colleague)]);
    const winner = answers[0].ok ? clerk : colleague;
    const loser = winner === clerk ? colleague : clerk;
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      code: 'FILING_CLAIMED',
      params: { username: winner.username },
    });
    expect(await claim(filing, winner)).toMatchObject({ value: { filing: { mine: true } } });
    expect(await claim(filing, loser, true)).toMatchObject({
      value: { filing: { claimedBy: loser.username } },
    });
    expect(await reject(filing, winner)).toMatchObject({ code: 'FILING_CLAIMED' });
  });

  test('gets a document back only when the clerk who claimed it releases it', async () => {
    const filing = await claimed();
    await imaging.rpc.call(releaseFiling, { filing }, { actor: colleague });
    expect(await stateOf(filing)).toMatchObject({ state: 'IN_REVIEW' });
    await imaging.rpc.call(releaseFiling, { filing }, { actor: clerk });
    expect(await stateOf(filing)).toMatchObject({ state: 'SUBMITTED', claimed_by: null });
    expect(await record(filing)).toMatchObject({ ok: false, code: 'FILING_MOVED' });
  });

  test('S9 is available only to staff of the county; others, even staff of another county, find nothing', async () => {
    const sender = newSender();
    const filing = await claimed(clerk, sender);
    const abroad = clerkOf('clerk.abroad', { county: 'saipan' });
    for (const actor of [sender, newSender(), abroad]) {
      expect(await claim(filing, actor, true)).toMatchObject({ code: 'NOT_FOUND' });
      expect(await reject(filing, actor)).toMatchObject({ code: 'NOT_FOUND' });
      expect(await record(filing, {}, actor)).toMatchObject({ code: 'NOT_FOUND' });
      for (const [contract, input] of [
        [viewFiling, { filing }],
        [releaseFiling, { filing }],
        [openFilingPage, { filing, page: 1 }],
        [askCorrection, { filing, ...returned }],
      ] as const)
        expect(
          await imaging.rpc.call(contract as typeof viewFiling, input as never, { actor }),
        ).toMatchObject({
          code: 'NOT_FOUND',
        });
    }
    const copy = (actor: Actor) => imaging.rpc.call(openFilingCopy, { filing, copy: 'original' }, { actor });
    expect(await copy(abroad)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await copy(newSender())).toMatchObject({ code: 'NOT_FOUND' });
    expect(await copy(sender)).toMatchObject({ ok: true });
    expect(await stateOf(filing)).toMatchObject({ state: 'IN_REVIEW' });
  });
});

describe('a decision of the office about a filing', () => {
  test.each(['filing-recording', 'filing-fee-settled', 'filing-decided'])(
    'takes the fee and sends one event if it records the document, even when the process dies at %s',
    async (point) => {
      const filing = await claimed();
      dieAt(point);
      await record(filing);
      armFailpoints(undefined);
      await later(filing);
      await later(filing);
      expect(await stateOf(filing)).toMatchObject({ state: 'RECORDED', next_try_at: null });
      expect(settledOf(filing)).toEqual([true]);
      expect(await toldOf(filing)).toEqual(['SUBMITTED', 'RECORDED']);
    },
  );

  test.each(['filing-rejecting', 'filing-fee-settled', 'filing-decided'])(
    'gives the fee back and sends one event if it rejects the document, even when the process dies at %s',
    async (point) => {
      const filing = await claimed();
      dieAt(point);
      await reject(filing);
      armFailpoints(undefined);
      await later(filing);
      await later(filing);
      expect(await stateOf(filing)).toMatchObject({ state: 'REJECTED', ...returned, next_try_at: null });
      expect(settledOf(filing)).toEqual([false]);
      expect(await toldOf(filing)).toEqual(['SUBMITTED', 'REJECTED']);
    },
  );

  test('changes nothing if the process dies before the decision is stored, and can be made again', async () => {
    const filing = await claimed();
    const documentNumber = newNumber();
    dieAt('filing-endorsed');
    expect(await record(filing, { documentNumber })).toMatchObject({ ok: false });
    armFailpoints(undefined);
    expect(await stateOf(filing)).toMatchObject({ state: 'IN_REVIEW', document_number: null });
    expect(settledOf(filing)).toEqual([]);
    expect(await record(filing, { documentNumber })).toMatchObject({ value: { state: 'RECORDED' } });
  });

  test('stays in force while the payments service does not answer, and is completed later', async () => {
    const filing = await claimed();
    imaging.fees.beforeSettle = () => Promise.reject(new Error('no answer'));
    expect(await reject(filing)).toMatchObject({ ok: true, value: { state: 'REJECTING' } });
    await later(filing);
    expect(await stateOf(filing)).toMatchObject({ state: 'REJECTING' });
    imaging.fees.beforeSettle = () => Promise.resolve();
    await later(filing);
    expect(await stateOf(filing)).toMatchObject({ state: 'REJECTED' });
  });

  test('gets the same answer when it is repeated, and a different decision is refused', async () => {
    const filing = await claimed();
    const documentNumber = newNumber();
    const twice = await Promise.all([record(filing, { documentNumber }), record(filing, { documentNumber })]);
    for (const answer of twice) expect(answer).toMatchObject({ ok: true });
    expect(await record(filing, { documentNumber })).toMatchObject({ value: { state: 'RECORDED' } });
    expect(await record(filing)).toMatchObject({ code: 'FILING_MOVED' });
    expect(await reject(filing)).toMatchObject({ code: 'FILING_MOVED' });
    expect(await toldOf(filing)).toEqual(['SUBMITTED', 'RECORDED']);
  });

  test('gives a document number to one filing only', async () => {
    const documentNumber = newNumber();
    expect(await record(await claimed(), { documentNumber })).toMatchObject({ ok: true });
    const other = await claimed();
    expect(await record(other, { documentNumber })).toMatchObject({ code: 'FILING_NUMBER_TAKEN' });
    expect(await stateOf(other)).toMatchObject({ state: 'IN_REVIEW' });
    const left: string[] = [];
    for await (const key of imaging.objects.list(`lake/efile/endorsed/${other}`)) left.push(key);
    expect(left).toEqual([]);
  });

  test('must have reasons from the county’s list if it rejects, and a time between the submission and now if it records', async () => {
    const filing = await claimed();
    const unknown = { filing, reasons: ['I do not like it'], note: '' };
    expect(await imaging.rpc.call(rejectFiling, unknown, { actor: clerk })).toMatchObject({
      fields: { reasons: 'filings:unknownReason' },
    });
    const year = Number(onClock().date.slice(0, 4));
    expect(await record(filing, { date: `${year - 1}-01-04` })).toMatchObject({
      fields: { recordedTime: 'filings:beforeSubmission' },
    });
    expect(await record(filing, { date: `${year + 1}-01-04` })).toMatchObject({
      fields: { recordedTime: 'filings:futureTime' },
    });
  });

  test('moves no money if it asks for a correction, and the office may claim the document again', async () => {
    const filing = await claimed();
    const ask = () => imaging.rpc.call(askCorrection, { filing, ...returned }, { actor: clerk });
    expect(await ask()).toMatchObject({ value: { state: 'CORRECTION_ASKED', ...returned } });
    expect(await ask()).toMatchObject({ ok: true });
    expect(settledOf(filing)).toEqual([]);
    expect(await toldOf(filing)).toEqual(['SUBMITTED', 'CORRECTION_ASKED']);
    expect(await claim(filing, colleague)).toMatchObject({ ok: true });
    expect(await reject(filing, colleague)).toMatchObject({ value: { state: 'REJECTED' } });
  });

  test('that asks for a correction stays in force when a clerk claims the document again and releases it', async () => {
    const filing = await claimed();
    await imaging.rpc.call(askCorrection, { filing, ...returned }, { actor: clerk });
    await claim(filing, colleague);
    const released = await imaging.rpc.call(releaseFiling, { filing }, { actor: colleague });
    expect(released).toMatchObject({ value: { filing: { state: 'CORRECTION_ASKED', ...returned } } });
    expect(await stateOf(filing)).toMatchObject({ state: 'CORRECTION_ASKED', claimed_by: null });
    expect(await toldOf(filing)).toEqual(['SUBMITTED', 'CORRECTION_ASKED']);
  });
});

describe('the recorded copy and the page images', () => {
  const copyOf = async (filing: string, actor: Actor): Promise<Buffer> => {
    const found = await imaging.rpc.call(openFilingCopy, { filing, copy: 'endorsed' }, { actor });
    if (!found.ok) throw new Error(found.code);
    const bytes = await imaging.objects.get(found.value.objectKey);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(found.value.sha256);
    return bytes;
  };

  test.each([
    ['PDF', () => deed, 'application/pdf', [612, 792]],
    ['TIFF', () => tiffOf([barPage(5), barPage(6), barPage(7)]), 'image/tiff', [576, 768]],
  ] as const)(
    'are made from a %s: the copy has the stamp above its first page, and the images show its pages',
    async (_kind, file, declared, [width, height]) => {
      const sender = newSender();
      const filing = await sent(sender, file(), declared);
      await claim(filing);
      const original = await imaging.objects.get(String((await stateOf(filing)).object_key));
      const opened = await imaging.rpc.call(openFilingPage, { filing, page: 2 }, { actor: clerk });
      const jpeg = await imaging.objects.get(opened.ok ? opened.value.objectKey : '');
      const picture = await sharp(jpeg).metadata();
      expect([picture.format, picture.width]).toEqual(['jpeg', Math.round((width * 120) / 72)]);
      expect(await imaging.rpc.call(openFilingPage, { filing, page: 4 }, { actor: clerk })).toMatchObject({
        code: 'NO_SUCH_PAGE',
      });
      await expect(copyOf(filing, sender)).rejects.toThrow('NOT_FOUND');
      expect(await record(filing)).toMatchObject({ value: { endorsed: true } });
      const stamped = await PDFDocument.load(await copyOf(filing, sender));
      const sizes = stamped.getPages().map((page) => [page.getWidth(), page.getHeight()]);
      expect(sizes[0]?.[0]).toBeCloseTo(width, 0);
      expect(sizes[0]?.[1]).toBeGreaterThan(height + 40);
      expect(sizes.slice(1).map((size) => size.map(Math.round))).toEqual([
        [width, height],
        [width, height],
      ]);
      expect((await imaging.objects.get(String((await stateOf(filing)).object_key))).equals(original)).toBe(
        true,
      );
    },
  );

  test('S24 are not made if the limited process takes too long, dies or gives an invalid answer', async () => {
    const program = (code: string) => {
      const file = join(tmpdir(), `efile-clerk-${process.pid}-${Math.random().toString(36).slice(2)}.mjs`);
      writeFileSync(file, code);
      return { file, flags: [] };
    };
    const work = { make: 'PICTURE', kind: 'application/pdf', page: 1 } as const;
    const started = performance.now();
    expect(
      await workLimited(deed, work, { timeLimitMs: 1_000, entry: program('setInterval(() => 0, 1_000)') }),
    ).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await workLimited(deed, work, { entry: program('process.exit(1)') })).toBeUndefined();
    expect(await workLimited(deed, work, { entry: program('process.stdout.write("{}")') })).toBeUndefined();
    expect(await workLimited(Buffer.from('MZ'), work)).toBeUndefined();
  });
});

test('decisions are reported to the payments service again one to two hours after an upgrade, each at a different time', async () => {
  const [first, second, other] = [await claimed(), await claimed(), await claimed()];
  for (const filing of [first, second, other]) expect(await record(filing)).toMatchObject({ ok: true });
  await steps.ask('UPDATE imaging.filing SET next_try_at = now() WHERE id = ANY($1)', [[first, second]]);
  const began = Date.now();
  await new RetellingLater202611242140().up({
    query: (text: string) => steps.ask(text),
  } as unknown as QueryRunner);
  const waits = [await stateOf(first), await stateOf(second)].map(
    (row) => (Number(row.next_try_at as Date) - began) / 60_000,
  );
  for (const minutes of waits) expect([minutes > 59, minutes < 121]).toEqual([true, true]);
  expect(waits[0]).not.toBe(waits[1]);
  expect(await stateOf(other)).toMatchObject({ next_try_at: null });
});
