import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import type { EventOf } from '@portal/infra/events';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { eventually } from '@portal/infra/testing';
import { events } from '@portal/proto/events/catalog';
import type { EfileForm } from '@portal/proto/http/efile';
import { fail } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { pdfOf } from './filing-files.js';
import { filingSteps, form, newSender } from './filing-steps.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';

let imaging: ImagingUnderTest;
let deed: Buffer;
beforeAll(async () => {
  [imaging, deed] = [await startImaging(), await pdfOf(3)];
});
beforeEach(() => {
  imaging.fees.beforeHold = () => Promise.resolve(undefined);
  imaging.terms.terms = { offered: true, statement: '', agreedTo: '', mostPages: 300 };
});
afterEach(() => armFailpoints(undefined));
afterAll(() => imaging.close());

const steps = filingSteps(() => imaging);
const { submit, rowOf: row } = steps;
const take = (actor: Actor, file: Buffer = deed, over: Partial<EfileForm> = {}) =>
  steps.take(actor, { file, over });
const priced = (actor: Actor): Promise<string> => steps.priced(actor, { file: deed });
const newestOf = async ({ user }: Actor): Promise<Record<string, unknown>> => {
  const [found] = await imaging.database.asAdmin<Record<string, unknown>>(
    'SELECT * FROM imaging.filing WHERE user_id = $1 ORDER BY uploaded_at DESC LIMIT 1',
    [user],
  );
  return found ?? {};
};
const toldOf = (filing: string) =>
  imaging.database.asAdmin<{ payload: Record<string, unknown> }>(
    `SELECT payload FROM imaging.outbox WHERE type = 'imaging.filing-changed.v1' AND aggregate = $1`,
    [`filing:${filing}`],
  );
/** Delivers `payments.filing-paid`: the filing was paid by card. */
const paid = (filing: string) =>
  imaging.database.database.withCounty('lake', (tx) => {
    const payload = create(events['payments.filing-paid.v1'], { filing });
    const event = { id: randomUUID(), type: 'payments.filing-paid.v1', county: 'lake', payload, sequence: 1 };
    const whole = {
      ...event,
      aggregate: `filing:${filing}`,
      time: new Date(),
      correlationId: 'test',
      replay: false,
    };
    return imaging.completer.onPaid(whole as EventOf<'payments.filing-paid.v1'>, tx);
  });

describe('an uploaded document', () => {
  test('B10-20 has its pages counted, is priced, and is kept byte for byte with its hash', async () => {
    const taken = await take(newSender());
    expect(taken).toMatchObject({
      ok: true,
      value: { pages: 3, charges: { total: 1_000 }, lowResolution: [], sentBefore: null },
    });
    const filing = taken.ok ? taken.value.filing : '';
    const kept = await row(filing);
    expect(kept).toMatchObject({ state: 'PRICED', sha256: createHash('sha256').update(deed).digest('hex') });
    expect((await imaging.objects.get(String(kept.object_key))).equals(deed)).toBe(true);
  });

  test('is accepted up to the page limit of the county, and refused beyond it', async () => {
    imaging.terms.terms = { ...imaging.terms.terms, mostPages: 3 };
    expect(await take(newSender())).toMatchObject({ ok: true });
    imaging.terms.terms = { ...imaging.terms.terms, mostPages: 2 };
    expect(await take(newSender())).toMatchObject({
      ok: false,
      code: 'FILING_TOO_MANY_PAGES',
      params: { n: 2 },
    });
  });

  test('B10-13 can have 25,000,000 bytes and no more', async () => {
    const padded = (size: number) => {
      const end = Buffer.from('\n%%EOF\n');
      return Buffer.concat([deed, Buffer.alloc(size - deed.length - end.length, 0x20), end]);
    };
    // the file still ends with %%EOF, so only its size could be a reason to refuse it
    const largest = await take(newSender(), padded(25_000_000));
    expect(largest.ok || largest.code).not.toBe('FILING_TOO_LARGE');
    expect(await take(newSender(), padded(25_000_001))).toMatchObject({ code: 'FILING_TOO_LARGE' });
  });

  test('B10-16 is refused if the checkbox that the county requires is not checked', async () => {
    const hash = createHash('sha256').update('I may.').digest('hex');
    imaging.terms.terms = { ...imaging.terms.terms, statement: 'I may.', agreedTo: hash };
    expect(await take(newSender())).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { acknowledged: 'efile:acknowledge' },
    });
    const taken = await take(newSender(), deed, { acknowledged: true });
    expect(taken.ok && (await row(taken.value.filing)).agreed_to).toBe(hash);
  });

  test('B10-01 is refused where the county accepts no documents, and from guests everywhere', async () => {
    expect(await take(newSender({ role: 'GUEST' }))).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    imaging.terms.terms = { ...imaging.terms.terms, offered: false };
    expect(await take(newSender())).toMatchObject({ ok: false, code: 'NOT_FOUND' });
  });

  test('leaves no row behind when it is refused or has no bytes', async () => {
    const before = await imaging.database.asAdmin('SELECT 1 FROM imaging.filing');
    for (const file of [Buffer.from('MZ'), Buffer.alloc(0)])
      expect(await take(newSender(), file)).toMatchObject({ ok: false, code: 'FILING_FORMAT' });
    expect(await imaging.database.asAdmin('SELECT 1 FROM imaging.filing')).toHaveLength(before.length);
  });
});

describe('a submission', () => {
  test('B10-29 gets one number, the next of the county, however often it is sent', async () => {
    const actor = newSender();
    const filing = await priced(actor);
    const answers = await Promise.all([submit(actor, filing), submit(actor, filing), submit(actor, filing)]);
    const numbers = answers.map((answer) => (answer.ok ? answer.value.number : answer.code));
    expect(new Set(numbers).size).toBe(1);
    const next = await priced(actor);
    expect(await submit(actor, next)).toMatchObject({ value: { number: Number(numbers[0]) + 1 } });
    expect(await toldOf(filing)).toHaveLength(1);
    expect((await toldOf(filing))[0]?.payload).toMatchObject({ state: 'SUBMITTED', email: form.email });
  });

  test('stores the form that is sent with the document', async () => {
    const actor = newSender();
    const filing = await priced(actor);
    await submit(actor, filing, { name: 'Split Rock Title', city: 'Duluth' });
    expect(await row(filing)).toMatchObject({ name: 'Split Rock Title', city: 'Duluth', state: 'SUBMITTED' });
  });

  test('is refused if its kind of document differs from the kind that was priced', async () => {
    const actor = newSender();
    expect(await submit(actor, await priced(actor), { efileType: 'MAP' })).toMatchObject({
      code: 'FILING_CLOSED',
    });
  });

  test('S5 is not found if the upload belongs to another user', async () => {
    const filing = await priced(newSender());
    expect(await submit(newSender(), filing)).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    expect(await submit(newSender(), randomUUID())).toMatchObject({ ok: false, code: 'NOT_FOUND' });
  });

  test.each(['INSUFFICIENT_FUNDS', 'PAYMENT_NEEDED'] as const)(
    'can be sent again later if it was not paid (%s)',
    async (code) => {
      const actor = newSender();
      const filing = await priced(actor);
      imaging.fees.beforeHold = () => Promise.resolve(fail(code));
      expect(await submit(actor, filing)).toMatchObject({ ok: false, code });
      expect(await row(filing)).toMatchObject({ state: 'PRICED', number: null, next_try_at: null });
      imaging.fees.beforeHold = () => Promise.resolve(undefined);
      expect(await submit(actor, filing)).toMatchObject({ ok: true });
    },
  );

  test('is completed by the next request or in the background when the answer of the payments service was lost', async () => {
    const actor = newSender();
    const [one, other] = [await priced(actor), await priced(actor)];
    imaging.fees.beforeHold = () => Promise.reject(new Error('no answer'));
    for (const filing of [one, other]) {
      expect(await submit(actor, filing)).toMatchObject({ ok: false });
      expect(await row(filing)).toMatchObject({ state: 'SUBMITTING' });
    }
    imaging.fees.beforeHold = () => Promise.resolve(undefined);
    expect(await submit(actor, one)).toMatchObject({ ok: true });
    await imaging.database.asAdmin(
      `UPDATE imaging.filing SET next_try_at = now() - interval '1 second' WHERE id = $1`,
      [other],
    );
    await imaging.completer.run({});
    await eventually(async () => expect(await row(other)).toMatchObject({ state: 'SUBMITTED' }));
    expect(await toldOf(other)).toHaveLength(1);
  });

  test('is sent if the card payment arrives while the sender is still being asked to pay', async () => {
    const actor = newSender();
    const filing = await priced(actor);
    let asked = 0;
    imaging.fees.beforeHold = async () => {
      if ((asked += 1) > 1) return undefined;
      await paid(filing);
      return fail('PAYMENT_NEEDED');
    };
    expect(await submit(actor, filing)).toMatchObject({ ok: true });
    expect(await row(filing)).toMatchObject({ state: 'SUBMITTED' });
    expect(await toldOf(filing)).toHaveLength(1);
  });

  test('is not sent by a slow process after another process has given it up, and can be sent again', async () => {
    const actor = newSender();
    const filing = await priced(actor);
    const states: unknown[] = [];
    let asked = 0;
    imaging.fees.beforeHold = async () => {
      if ((asked += 1) > 1) return fail('INSUFFICIENT_FUNDS');
      const due = `UPDATE imaging.filing SET next_try_at = now() - interval '1 second' WHERE id = $1`;
      await imaging.database.asAdmin(due, [filing]);
      await imaging.completer.run({ county: 'lake' });
      states.push((await row(filing)).state);
      return undefined;
    };
    expect(await submit(actor, filing)).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    // the other process was refused and gave the submission up before the slow request arrived
    expect([...states, (await row(filing)).state]).toEqual(['PRICED', 'PRICED']);
    imaging.fees.beforeHold = () => Promise.resolve(undefined);
    expect(await submit(actor, filing)).toMatchObject({ ok: true });
    expect(await row(filing)).toMatchObject({ state: 'SUBMITTED' });
    expect(await toldOf(filing)).toHaveLength(1);
  });

  test('is sent when it is paid by card, even if the browser is gone', async () => {
    const actor = newSender();
    const filing = await priced(actor);
    // `payments.filing-paid` wakes the job that sends the document
    await paid(filing);
    await eventually(async () =>
      expect(await row(filing)).toMatchObject({ state: 'SUBMITTED', name: form.name }),
    );
    const { number } = await row(filing);
    expect(await submit(actor, filing)).toMatchObject({ value: { number: Number(number) } });
  });

  test('is removed and its card payment is refunded if the process died before the price was returned', async () => {
    const actor = newSender();
    armFailpoints((name) => {
      if (name === 'filing-priced') throw new FailpointThrew(name);
    });
    expect(await take(actor)).toMatchObject({ ok: false });
    armFailpoints(undefined);
    const left = await newestOf(actor);
    expect(left).toMatchObject({ state: 'UPLOADED' });
    const filing = String(left.id);
    await paid(filing);
    await eventually(async () => expect(await row(filing)).toEqual({}));
    expect(imaging.fees.dropped).toContain(filing);
    expect(await imaging.objects.find(String(left.object_key))).toBeUndefined();
  });

  test('is refused with FILING_CLOSED if a card payment for it arrives while it is still being priced', async () => {
    const actor = newSender();
    armFailpoints(async (name) => {
      if (name === 'filing-priced') await paid(String((await newestOf(actor)).id));
    });
    expect(await take(actor)).toMatchObject({ ok: false, code: 'FILING_CLOSED' });
  });

  test('is shown with the number of an earlier submission of the same file by the same sender', async () => {
    const actor = newSender();
    const first = await priced(actor);
    expect(await take(actor)).toMatchObject({ value: { sentBefore: null } });
    const sent = await submit(actor, first);
    expect(await take(actor)).toMatchObject({ value: { sentBefore: sent.ok ? sent.value.number : -1 } });
    expect(await take(newSender())).toMatchObject({ value: { sentBefore: null } });
  });
});
