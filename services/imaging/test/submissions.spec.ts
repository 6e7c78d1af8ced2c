import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { eventually } from '@portal/infra/testing';
import { fail } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { claimFiling } from '@portal/proto/rpc/efile-queue';
import { getSubmission, listSubmissions, withdrawSubmission } from '@portal/proto/rpc/submissions';
import { clerkOf, filingSteps, form, newSender } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
});
beforeEach(() => {
  imaging.fees.beforeHold = () => Promise.resolve(undefined);
  imaging.fees.beforeSettle = () => Promise.resolve();
});
afterEach(() => armFailpoints(undefined));
afterAll(() => imaging.close());

const steps = filingSteps(() => imaging);
const { ask, toldOf, settledOf, makeDue } = steps;
const take = (actor: Actor, corrects: string | null = null) => steps.take(actor, { over: { corrects } });
const priced = (actor: Actor, corrects: string | null = null) => steps.priced(actor, { over: { corrects } });
const submit = (actor: Actor, filing: string, corrects: string | null = null) =>
  steps.submit(actor, filing, { corrects });
const sent = async (actor: Actor): Promise<string> => (await steps.sent(actor)).filing;
const withdraw = (actor: Actor, filing: string) =>
  imaging.rpc.call(withdrawSubmission, { filing }, { actor });
const get = (actor: Actor, filing: string) => imaging.rpc.call(getSubmission, { filing }, { actor });
const stateOf = async (filing: string): Promise<unknown> => (await steps.rowOf(filing))['state'];
/** Sets the state that a decision of the office would set. */
const setState = (filing: string, state: string) =>
  ask(
    `UPDATE imaging.filing SET state = $2, claimed_by = 'clerk', decided_at = now(), reasons = '{"A page cannot be read"}',
       note = 'Page 2', next_try_at = NULL WHERE id = $1`,
    [filing, state],
  );
const dieAt = (point: string) =>
  armFailpoints((name) => {
    if (name === point) throw new FailpointThrew(name);
  });

describe('the list of submissions', () => {
  test('contains all submissions of the caller, the newest first, and no uploads that were not submitted', async () => {
    const actor = newSender();
    const [first, second] = [await sent(actor), await sent(actor)];
    await priced(actor);
    await sent(newSender());
    const listed = await imaging.rpc.callOrThrow(listSubmissions, { page: 1 }, { actor });
    expect(listed.submissions.map(({ id }) => id)).toEqual([second, first]);
    expect(listed).toMatchObject({
      total: 2,
      submissions: [{ state: 'SUBMITTED', fileName: 'deed.pdf' }, {}],
    });
    expect(await imaging.rpc.callOrThrow(listSubmissions, { page: 2 }, { actor })).toEqual({
      total: 2,
      submissions: [],
    });
  });

  test('S5 contains no submission of another user, or of the same user under another account', async () => {
    const actor = newSender();
    const filing = await sent(actor);
    expect(await get(actor, filing)).toMatchObject({ ok: true, value: { email: form.email } });
    for (const stranger of [
      newSender(),
      newSender({ account: actor.account }),
      { ...actor, account: randomUUID() },
    ]) {
      expect(await get(stranger, filing)).toMatchObject({ code: 'NOT_FOUND' });
      expect(await withdraw(stranger, filing)).toMatchObject({ code: 'NOT_FOUND' });
    }
    const guest = { ...actor, role: 'GUEST' as const };
    expect(await get(guest, filing)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await imaging.rpc.callOrThrow(listSubmissions, { page: 1 }, { actor: guest })).toMatchObject({
      total: 0,
    });
  });

  test('shows the reasons and the note only after the decision is settled', async () => {
    const actor = newSender();
    const filing = await sent(actor);
    await setState(filing, 'IN_REVIEW');
    expect(await get(actor, filing)).toMatchObject({ value: { state: 'IN_REVIEW', reasons: [], note: '' } });
    await setState(filing, 'REJECTED');
    expect(await get(actor, filing)).toMatchObject({
      value: { state: 'REJECTED', reasons: ['A page cannot be read'], note: 'Page 2', documentNumber: null },
    });
  });
});

describe('the withdrawal of a submission', () => {
  test('gives the fee back only once, and sends only one event, even if it is requested several times', async () => {
    const actor = newSender();
    const filing = await sent(actor);
    const answers = await Promise.all([withdraw(actor, filing), withdraw(actor, filing)]);
    expect(answers.map((answer) => answer.ok && answer.value.state)).toEqual(['WITHDRAWN', 'WITHDRAWN']);
    expect(await withdraw(actor, filing)).toMatchObject({ value: { state: 'WITHDRAWN' } });
    expect(new Set(settledOf(filing))).toEqual(new Set([false]));
    expect(await toldOf(filing)).toEqual(['SUBMITTED', 'WITHDRAWN']);
  });

  test.each(['IN_REVIEW', 'RECORDED', 'REJECTED'])(
    'is refused after the submission has become %s',
    async (state) => {
      const actor = newSender();
      const filing = await sent(actor);
      if (state === 'RECORDED')
        await ask(
          `UPDATE imaging.filing SET document_number = $2, recorded_at = now(), endorsed_key = 'k', state = 'RECORDED'
          WHERE id = $1`,
          [filing, randomUUID().slice(0, 8)],
        );
      else await setState(filing, state);
      expect(await withdraw(actor, filing)).toMatchObject({ ok: false, code: 'FILING_WITH_OFFICE' });
      expect(await stateOf(filing)).toBe(state);
      expect(settledOf(filing)).toEqual([]);
    },
  );

  test.each(['filing-withdrawing', 'filing-fee-returned'])(
    'is completed even when the process dies at %s',
    async (point) => {
      const actor = newSender();
      const filing = await sent(actor);
      dieAt(point);
      expect(await withdraw(actor, filing)).toMatchObject({ ok: false });
      armFailpoints(undefined);
      expect(await stateOf(filing)).toBe('WITHDRAWING');
      expect(await get(actor, filing)).toMatchObject({ value: { state: 'WITHDRAWING' } });
      await makeDue(filing);
      await imaging.completer.run({});
      await eventually(async () => expect(await stateOf(filing)).toBe('WITHDRAWN'));
      expect(await toldOf(filing)).toEqual(['SUBMITTED', 'WITHDRAWN']);
    },
  );

  test('leaves the submission in the state WITHDRAWING while the payments service does not answer', async () => {
    const actor = newSender();
    const filing = await sent(actor);
    imaging.fees.beforeSettle = () => Promise.reject(new Error('no answer'));
    expect(await withdraw(actor, filing)).toMatchObject({ ok: false });
    await makeDue(filing);
    await imaging.completer.run({});
    expect(await stateOf(filing)).toBe('WITHDRAWING');
    imaging.fees.beforeSettle = () => Promise.resolve();
    expect(await withdraw(actor, filing)).toMatchObject({ value: { state: 'WITHDRAWN' } });
  });
});

test.each(['filing-submitting', 'filing-fee-held'])(
  'a submission sends one event, even if the process dies at %s and the request is repeated twice',
  async (point) => {
    const actor = newSender();
    const filing = await priced(actor);
    dieAt(point);
    expect(await submit(actor, filing)).toMatchObject({ ok: false });
    armFailpoints(undefined);
    await makeDue(filing);
    const answers = await Promise.all([
      submit(actor, filing),
      submit(actor, filing),
      imaging.completer.run({}),
    ]);
    expect(answers.slice(0, 2)).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await submit(actor, filing)).toMatchObject({ ok: true });
    expect(await toldOf(filing)).toEqual(['SUBMITTED']);
  },
);

test('a withdrawal sends one event, even if the answer was lost and the request is repeated twice', async () => {
  const actor = newSender();
  const filing = await sent(actor);
  dieAt('filing-fee-returned');
  expect(await withdraw(actor, filing)).toMatchObject({ ok: false });
  armFailpoints(undefined);
  await makeDue(filing);
  await Promise.all([withdraw(actor, filing), withdraw(actor, filing), imaging.completer.run({})]);
  expect(await submit(actor, filing)).toMatchObject({ ok: true });
  expect(await toldOf(filing)).toEqual(['SUBMITTED', 'WITHDRAWN']);
});

test('a document that was recorded before the payments service stored decisions is reported to that service again', async () => {
  const filing = await sent(newSender());
  await ask(
    `UPDATE imaging.filing SET document_number = $2, recorded_at = now(), endorsed_key = 'k', state = 'RECORDED',
       next_try_at = now() - interval '1 second' WHERE id = $1`,
    [filing, randomUUID().slice(0, 8)],
  );
  await imaging.completer.run({});
  await imaging.completer.run({});
  expect(settledOf(filing)).toEqual([true]);
});

describe('a correction', () => {
  const askedFor = async (actor: Actor): Promise<string> => {
    const filing = await sent(actor);
    await setState(filing, 'CORRECTION_ASKED');
    return filing;
  };

  test('replaces the fee of the filing that the office wants corrected, and ends that filing', async () => {
    const actor = newSender();
    const earlier = await askedFor(actor);
    const correction = await priced(actor, earlier);
    const answer = await submit(actor, correction, earlier);
    const number = answer.ok ? answer.value.number : 0;
    expect(imaging.fees.replaced.get(correction)).toBe(earlier);
    expect(settledOf(earlier)).toEqual([]);
    expect(await get(actor, earlier)).toMatchObject({ value: { state: 'CORRECTED', correctedBy: number } });
    expect(await get(actor, correction)).toMatchObject({
      value: { state: 'SUBMITTED', corrects: expect.any(Number), correctedBy: null },
    });
    expect(await toldOf(earlier)).toEqual(['SUBMITTED']);
    expect(await withdraw(actor, earlier)).toMatchObject({ code: 'FILING_WITH_OFFICE' });
  });

  test('is an ordinary submission if the filing was rejected, and a second correction is refused', async () => {
    const actor = newSender();
    const earlier = await sent(actor);
    await setState(earlier, 'REJECTED');
    const [one, other] = [await priced(actor, earlier), await priced(actor, earlier)];
    expect(await submit(actor, one, earlier)).toMatchObject({ ok: true });
    expect(imaging.fees.replaced.get(one)).toBeNull();
    expect(await stateOf(earlier)).toBe('REJECTED');
    expect(await submit(actor, other, earlier)).toMatchObject({ code: 'FILING_CLOSED' });
  });

  test('that is not paid leaves the earlier filing unchanged', async () => {
    const actor = newSender();
    const earlier = await askedFor(actor);
    const correction = await priced(actor, earlier);
    imaging.fees.beforeHold = () => Promise.resolve(fail('INSUFFICIENT_FUNDS'));
    expect(await submit(actor, correction, earlier)).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect([await stateOf(earlier), await stateOf(correction)]).toEqual(['CORRECTION_ASKED', 'PRICED']);
    imaging.fees.beforeHold = () => Promise.resolve(undefined);
    expect(await submit(actor, correction, earlier)).toMatchObject({ ok: true });
    expect(await get(actor, earlier)).toMatchObject({ value: { state: 'CORRECTED' } });
  });

  test.each(['filing-submitting', 'filing-fee-held'])(
    'is finished even when the process dies at %s, and the fee of the earlier filing is not given back',
    async (point) => {
      const actor = newSender();
      const earlier = await askedFor(actor);
      const correction = await priced(actor, earlier);
      dieAt(point);
      expect(await submit(actor, correction, earlier)).toMatchObject({ ok: false });
      armFailpoints(undefined);
      await makeDue(earlier);
      await makeDue(correction);
      await imaging.completer.run({});
      await eventually(async () =>
        expect([await stateOf(earlier), await stateOf(correction)]).toEqual(['WITHDRAWN', 'SUBMITTED']),
      );
      expect(settledOf(earlier)).toEqual([]);
    },
  );

  test('is refused for a filing that is back at the office or belongs to another user', async () => {
    const actor = newSender();
    const earlier = await askedFor(actor);
    const correction = await priced(actor, earlier);
    await setState(earlier, 'IN_REVIEW');
    expect(await submit(actor, correction, earlier)).toMatchObject({ code: 'FILING_CLOSED' });
    expect(await take(actor, earlier)).toMatchObject({ code: 'FILING_CLOSED' });
    const foreign = await askedFor(newSender());
    expect(await take(actor, foreign)).toMatchObject({ code: 'FILING_CLOSED' });
  });

  test.each(['filing-withdrawing', 'filing-fee-returned'])(
    'that is withdrawn does not reopen the corrected filing for anybody, even when the process dies at %s',
    async (point) => {
      const actor = newSender();
      const earlier = await askedFor(actor);
      const [correction, other] = [await priced(actor, earlier), await priced(actor, earlier)];
      const answer = await submit(actor, correction, earlier);
      dieAt(point);
      expect(await withdraw(actor, correction)).toMatchObject({ ok: false });
      armFailpoints(undefined);
      await makeDue(correction);
      await imaging.completer.run({});
      // the service's own completer may have taken the withdrawal first
      await eventually(async () => expect(await stateOf(correction)).toBe('WITHDRAWN'));
      expect(await get(actor, earlier)).toMatchObject({
        value: { state: 'CORRECTED', correctedBy: answer.ok && answer.value.number },
      });
      // the fee of the earlier filing ended when the fee of the correction replaced it
      expect([new Set(settledOf(correction)), settledOf(earlier)]).toEqual([new Set([false]), []]);
      expect([await toldOf(correction), await toldOf(earlier)]).toEqual([
        ['SUBMITTED', 'WITHDRAWN'],
        ['SUBMITTED'],
      ]);
      expect(await submit(actor, other, earlier)).toMatchObject({ code: 'FILING_CLOSED' });
      expect(await take(actor, earlier)).toMatchObject({ code: 'FILING_CLOSED' });
      expect(await withdraw(actor, earlier)).toMatchObject({ code: 'FILING_WITH_OFFICE' });
      const claimed = imaging.rpc.call(
        claimFiling,
        { filing: earlier, over: true },
        { actor: clerkOf('clerk') },
      );
      expect(await claimed).toMatchObject({ code: 'FILING_MOVED' });
    },
  );

  test('is not required: the sender may withdraw the filing instead and gets the fee back', async () => {
    const actor = newSender();
    const earlier = await askedFor(actor);
    expect(await withdraw(actor, earlier)).toMatchObject({ value: { state: 'WITHDRAWN' } });
    expect(settledOf(earlier)).toEqual([false]);
  });
});

describe('an upload that is not submitted', () => {
  const age = (filing: string, days: number) =>
    ask(`UPDATE imaging.filing SET uploaded_at = now() - $2 * interval '1 day' WHERE id = $1`, [
      filing,
      days,
    ]);
  const keyOf = async (filing: string): Promise<string> =>
    (await ask<{ object_key: string }>('SELECT object_key FROM imaging.filing WHERE id = $1', [filing]))[0]
      ?.object_key ?? '';

  test('is removed after a week, together with its file and its price; submissions are not removed', async () => {
    const actor = newSender();
    const [old, fresh, kept] = [await priced(actor), await priced(actor), await sent(actor)];
    for (const [filing, days] of [
      [old, 8],
      [fresh, 6],
      [kept, 100],
    ] as const)
      await age(filing, days);
    const key = await keyOf(old);
    await imaging.pruner.run({});
    expect([await stateOf(old), await stateOf(fresh), await stateOf(kept)]).toEqual([
      undefined,
      'PRICED',
      'SUBMITTED',
    ]);
    expect(await imaging.objects.find(key)).toBeUndefined();
    expect(await imaging.objects.find(await keyOf(kept))).toBeDefined();
    expect(imaging.fees.dropped).toContain(old);
    expect(await submit(actor, old)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is not removed if somebody begins to submit it, and cannot be submitted after it is marked for removal', async () => {
    const actor = newSender();
    const [sending, marked] = [await priced(actor), await priced(actor)];
    await age(sending, 9);
    imaging.fees.beforeHold = async () => {
      await imaging.pruner.run({});
      return undefined;
    };
    expect(await submit(actor, sending)).toMatchObject({ ok: true });
    imaging.fees.beforeHold = () => Promise.resolve(undefined);
    await ask(
      `UPDATE imaging.filing SET state = 'DISCARDING', next_try_at = now() - interval '1 second' WHERE id = $1`,
      [marked],
    );
    expect(await submit(actor, marked)).toMatchObject({ code: 'FILING_CLOSED' });
    // continues as if the process that marked the upload had died
    await imaging.completer.run({});
    await eventually(async () => expect(await stateOf(marked)).toBeUndefined());
  });
});
