import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { todayIn } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { armFailpoints } from '@portal/infra/failpoints';
import { openObjectStore } from '@portal/infra/storage';
import { describeWithShared, startS3, type S3Server } from '@portal/infra/testing';
import { chargeSearch } from '@portal/proto/rpc/payments';
import { monthlyFeeLines } from '../src/ledger/card-entries.rules.js';
import { LedgerService } from '../src/ledger/ledger.service.js';
import { movedDay } from '../src/landlink/landlink.rules.js';
import { CardSteps } from './card-steps.js';
import { filingSteps } from './filing-steps.js';
import { brokenInvariants } from './invariants.js';
import { clerkOf, LandLinkSteps, noonZone, shortRows, sumOf } from './landlink-steps.js';
import { newPayer, startPayments } from './payments-under-test.js';

let steps: CardSteps;
let today: string;
beforeAll(async () => {
  steps = await CardSteps.start();
  const { payments } = steps;
  const timeZone = noonZone(payments.clock.now());
  const { terms } = payments.terms;
  payments.terms.terms = {
    ...terms,
    timeZone,
    escrow: { ...terms.escrow, feeCode: 'ESC', chargeCode: '4410' },
    creditCardExtra: {
      ...terms.creditCardExtra,
      ...{ postToLandLink: true, chargeFeeCode: 'CARD', chargeChargeCode: '4420' },
      ...{ surchargeFeeCode: 'SUR', surchargeChargeCode: '4430' },
    },
  };
  today = todayIn(timeZone, payments.clock);
});
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  await steps.close();
});

const of = (county: string): LandLinkSteps => new LandLinkSteps(steps.payments, county);

/** Makes the process fail the first time that it reaches a failpoint. */
const crashAt = (place: string): void => {
  armFailpoints((at) => {
    if (at !== place) return undefined;
    armFailpoints(undefined);
    return Promise.reject(new Error('the process died'));
  });
};

/** Adds up the postings of the customers' own accounts and the income by card, in cents. */
const posted = async (county: string): Promise<number> => {
  const [row] = await steps.ask<{ sum: string }>(
    `SELECT coalesce(sum(p.amount_minor), 0) AS sum FROM payments.posting p
       JOIN payments.ledger_account a ON a.id = p.ledger_account_id
      WHERE p.county_id = $1 AND p.asset = 'USD' AND (a.kind IN ('escrow', 'ar_invoice') OR (a.kind LIKE 'revenue%'
        AND EXISTS (SELECT 1 FROM payments.posting q JOIN payments.ledger_account c ON c.id = q.ledger_account_id
                     WHERE q.entry_id = p.entry_id AND c.kind IN ('card_receivable', 'cash_clearing'))))`,
    [county],
  );
  return Number(row?.sum);
};

test('the LandLink file of a day lists deposits, surcharges, searches, card payments and cashier entries, and gives their totals', async () => {
  const lake = of('lake');
  const [escrow, invoice, card] = [lake.account('0010447'), lake.account('2001'), lake.account('3001')];
  const payer = newPayer({}, { account: escrow });
  const deposit = await steps.deposit(payer);
  const transaction = await steps.pay(deposit);
  await steps.report(payer, deposit.attemptId, transaction);
  const search = (actor: typeof payer, key: string) =>
    steps.payments.rpc.callOrThrow(chargeSearch, { item: 'searchByName', key: `search ${key}` }, { actor });
  await search(payer, 'a');
  await search(newPayer({ paymentMethod: 'INVOICE' }, { account: invoice }), 'b');
  const byCard = newPayer({ paymentMethod: 'CREDIT_CARD' }, { account: card });
  const authorization = await steps.authorize(byCard);
  await search(byCard, 'c');
  await lake.pay(escrow);
  await lake.pay(escrow, { kind: 'REFUND', means: 'CASH', amount: -1_000, number: '', note: 'Moved away' });
  await lake.pay(escrow, { kind: 'CORRECTION', means: null, amount: -500, number: '', note: 'Twice' });
  await lake.run(1);
  const rows = await lake.rows(today);
  expect(shortRows(rows)).toEqual([
    ...['DEPOSIT 0010447 100.00', 'SURCHARGE 0010447 2.75', 'SEARCH 0010447 -5.00', 'SEARCH 2001 -5.00'],
    ...['SEARCH 3001 5.00', 'PAYMENT 0010447 250.00', 'REFUND 0010447 -10.00', 'CORRECTION 0010447 -5.00'],
  ]);
  const codes = rows.map((row) => [row['Fee Code'], row['Charge Code'], row['Transaction']].join(' '));
  expect(codes.slice(0, 5)).toEqual([
    ...[`ESC 4410 ${transaction}`, `SUR 4430 ${transaction}`, '  ', '  ', `CARD 4420 ${authorization}`],
  ]);
  expect(rows.map((row) => row['Business Day'])).toEqual(Array(8).fill(today));
  expect(sumOf(rows)).toBe(await posted('lake'));
  expect(await lake.files()).toEqual([
    { day: today, lines: 8, late: 0, credits: 35_775, debits: -2_500, ready: true },
  ]);
});

test('a LandLink file names the card payment for each fee of a twice-corrected document, whether the fee is kept or given back', async () => {
  const saipan = of('saipan');
  const terms = { paymentMethod: 'CREDIT_CARD' as const };
  const sender = newPayer(terms, { account: saipan.account('5001'), county: 'saipan' });
  const { hold, payByCard, priceTakenEarly } = filingSteps(() => steps);
  const first = await priceTakenEarly(sender);
  const { payment } = await payByCard(sender, first.filing);
  await hold(sender, first.filing);
  const chain = [first.filing];
  for (const _correction of [1, 2]) {
    const replaces = chain.at(-1) ?? '';
    const { filing } = await priceTakenEarly(sender, { replaces });
    expect(await hold(sender, filing, replaces)).toMatchObject({ ok: true });
    chain.push(filing);
  }
  await saipan.run(1);
  const rows = await saipan.rows(today);
  expect(shortRows(rows).filter((row) => row.startsWith('EFILE'))).toEqual([
    ...['EFILE 5001 14.00', 'EFILE 5001 -14.00', 'EFILE 5001 14.00', 'EFILE 5001 -14.00', 'EFILE 5001 14.00'],
  ]);
  expect(rows.map((row) => row['Transaction'])).toEqual(Array(10).fill(payment));
});

test('a LandLink file lists the correction that writes off the invoices of an account that now pays from escrow', async () => {
  const { payments } = steps;
  const larch = of('larch');
  const account = larch.account('81');
  const payer = newPayer({ paymentMethod: 'INVOICE' }, { account, county: 'larch' });
  await payments.rpc.callOrThrow(chargeSearch, { item: 'searchByName', key: 'search e' }, { actor: payer });
  payments.accounts.methods.set(account, 'ESCROW');
  const writeOff = { kind: 'CORRECTION' as const, means: null, amount: 500, number: '', note: 'Written off' };
  await larch.pay(account, { ...writeOff, pays: 'INVOICES' });
  await larch.run(1);
  const rows = await larch.rows(today);
  expect(shortRows(rows)).toEqual(['SEARCH 81 -5.00', 'CORRECTION 81 5.00']);
  expect(rows.map((row) => row['Paid From'])).toEqual(['INVOICE', 'INVOICE']);
});

test('LandLink files omit card payments made while the county’s settings exclude them, and no later file contains these payments', async () => {
  const { payments } = steps;
  const lake = of('lake');
  const { terms } = payments.terms;
  payments.terms.ofCounties.set('lake', {
    ...terms,
    creditCardExtra: { ...terms.creditCardExtra, postToLandLink: false },
  });
  const payer = newPayer({ paymentMethod: 'CREDIT_CARD' }, { account: lake.account('3002') });
  await steps.authorize(payer);
  await payments.rpc.callOrThrow(chargeSearch, { item: 'searchByName', key: 'search d' }, { actor: payer });
  await lake.run(2);
  payments.terms.ofCounties.delete('lake');
  await lake.run(3);
  expect((await lake.files()).map(({ lines }) => lines)).toEqual([8, 0, 0]);
});

test('two processes that run simultaneously make a single LandLink file, which has each posting once', async () => {
  const pine = of('pine');
  const account = pine.account('41');
  for (const amount of [100, 200, 300]) await pine.pay(account, { amount });
  await pine.run(1, 0, 1);
  await pine.run(1);
  expect(await pine.files()).toMatchObject([{ day: today, lines: 3, credits: 600, ready: true }]);
  expect(shortRows(await pine.rows(today))).toEqual([
    'PAYMENT 41 1.00',
    'PAYMENT 41 2.00',
    'PAYMENT 41 3.00',
  ]);
});

test.each([
  ['before the day is closed', 'landlink-accounts-read', 'crash-a'],
  ['before its file is stored', 'landlink-closed', 'crash-b'],
  ['after its file is stored', 'landlink-stored', 'crash-c'],
])(
  'a process that dies %s leaves a LandLink file that another process finishes',
  async (_, place, county) => {
    const there = of(county);
    const account = there.account('51');
    await there.pay(account);
    crashAt(place);
    await expect(there.run(1)).rejects.toThrow('the process died');
    const begun = await there.files();
    // by now the lease of the dead process has ended, so the other process can finish the file
    await there.run(1.01, 1);
    expect(begun.map(({ ready }) => ready)).toEqual(place === 'landlink-accounts-read' ? [] : [false]);
    expect(await there.files()).toMatchObject([{ day: today, lines: 1, credits: 25_000, ready: true }]);
    expect(shortRows(await there.rows(today))).toEqual(['PAYMENT 51 250.00']);
  },
);

test('a LandLink file that was stored before a crash is written again with the same bytes, even if settings have changed', async () => {
  const { payments } = steps;
  const elm = of('elm');
  const account = elm.account('61');
  await elm.pay(account);
  crashAt('landlink-stored');
  await expect(elm.run(1)).rejects.toThrow('the process died');
  const store = openObjectStore(payments.config.storage);
  const before = await store.get(`elm/landlink/${today}.csv`);
  payments.landLink.known.set(account, {
    ...{ id: account, name: 'Renamed', landLinkAccount: '62', postToLandLink: true },
  });
  payments.terms.ofCounties.set('elm', { ...payments.terms.terms, timeZone: 'Asia/Kolkata' });
  await elm.run(1.01);
  expect(await store.get(`elm/landlink/${today}.csv`)).toEqual(before);
  expect((await elm.rows(today))[0]).toMatchObject({ Account: 'Lake Title', 'LandLink Account': '61' });
});

test('a posting that is committed after its day was closed is in the next LandLink file, once', async () => {
  const { payments } = steps;
  const oak = of('oak');
  const account = oak.account('71');
  await oak.give(account, 5_000);
  const [replica] = payments.replicas;
  let commit = (): void => undefined;
  const wait = new Promise<void>((done) => (commit = done));
  let isPosted = (): void => undefined;
  const entered = new Promise<void>((done) => (isPosted = done));
  const late = replica?.get(Database).withCounty('oak', async (tx) => {
    await replica.get(LedgerService).post(tx, {
      ...{
        opType: 'MONTHLY_FEE',
        opKey: `${account}:late`,
        lines: monthlyFeeLines('ESCROW', account, 1_000n),
      },
      ...{ actor: 'system:billing', correlationId: 'late', subject: '2026-11' },
    });
    isPosted();
    await wait;
  });
  await entered;
  await oak.run(1, 1);
  commit();
  await late;
  await oak.run(3, 1);
  const next = movedDay(today, 1);
  expect(await oak.files()).toMatchObject([
    { day: today, lines: 1, late: 0, credits: 5_000, debits: 0 },
    { day: next, lines: 1, late: 1, credits: 0, debits: -1_000 },
    { day: movedDay(today, 2), lines: 0, late: 0 },
  ]);
  const [row] = await oak.rows(next);
  expect(row).toMatchObject({ 'Business Day': next, Kind: 'MONTHLY_FEE', Amount: '-10.00' });
  expect(row?.['Posted']?.slice(0, 10)).toBe(today);
  expect(sumOf([...(await oak.rows(today)), ...(await oak.rows(next))])).toBe(await posted('oak'));
});

test('if a process with a fast clock closes a day too early, the later postings of that day are in the next LandLink file', async () => {
  const ivy = of('ivy');
  const account = ivy.account('31');
  await ivy.pay(account, { amount: 100 });
  await ivy.run(10);
  // from here on, the clock no longer runs ahead
  await ivy.pay(account, { amount: 200 });
  await ivy.run(11);
  const after = movedDay(today, 10);
  expect((await ivy.files()).at(-1)).toMatchObject({ day: after, lines: 1, late: 1, credits: 200 });
  expect(shortRows(await ivy.rows(after))).toEqual(['PAYMENT 31 2.00']);
});

test('a day that is already closed gets its LandLink file without the identity service, but the next day waits for that service', async () => {
  const { landLink } = steps.payments;
  const gum = of('gum');
  await gum.pay(gum.account('32'));
  crashAt('landlink-closed');
  await expect(gum.run(1)).rejects.toThrow('the process died');
  landLink.isAway = true;
  await expect(gum.run(2)).rejects.toThrow('identity does not answer');
  landLink.isAway = false;
  expect(await gum.files()).toMatchObject([{ day: today, lines: 1, ready: true }]);
  await gum.run(2);
  expect(await gum.files()).toHaveLength(2);
});

test('a posting waits for the next LandLink file if the identity service was not asked about the account of the posting', async () => {
  const ash = of('ash');
  const [first, second] = [ash.account('81'), ash.account('82')];
  await ash.pay(first);
  armFailpoints((at) => {
    if (at !== 'landlink-accounts-read') return undefined;
    armFailpoints(undefined);
    return ash.pay(second).then(() => undefined);
  });
  await ash.run(1);
  await ash.run(2);
  expect(shortRows(await ash.rows(today))).toEqual(['PAYMENT 81 250.00']);
  expect(shortRows(await ash.rows(movedDay(today, 1)))).toEqual(['PAYMENT 82 250.00']);
});

test('days on which the service was off get their LandLink files, including days without postings', async () => {
  const fir = of('fir');
  const account = fir.account('91');
  const old = await fir.pay(account, { amount: 700 });
  await fir.pay(account, { amount: 900 });
  await fir.postedAt(old, new Date(steps.payments.clock.now().getTime() - 3 * 86_400_000).toISOString());
  await fir.run(1);
  expect((await fir.files()).map(({ day, credits }) => [day, credits])).toEqual([
    [movedDay(today, -3), 700],
    [movedDay(today, -2), 0],
    [movedDay(today, -1), 0],
    [today, 900],
  ]);
  expect(await fir.rows(movedDay(today, -2))).toEqual([]);
});

test('a county gets no LandLink file before its first ledger entry, and its first file is for a day at most 31 days ago', async () => {
  const yew = of('yew');
  await yew.run(1);
  expect(await yew.files()).toEqual([]);
  await yew.postedAt(await yew.pay(yew.account('1')), '2026-01-05T12:00:00Z');
  await yew.run(0);
  const oldest = await yew.list(yew.clerk, 2);
  expect(oldest.ok && oldest.value.files.at(-1)).toMatchObject({ day: movedDay(today, -31), lines: 0 });
});

test('the LandLink file of the day on which the clocks go back has 25 hours of postings', async () => {
  const { payments } = steps;
  const { terms } = payments.terms;
  payments.terms.ofCounties.set('birch', { ...terms, timeZone: 'America/Chicago' });
  const birch = of('birch');
  const account = birch.account('11');
  const times = ['2026-11-01T04:59:59.999Z', '2026-11-01T05:00:00Z', '2026-11-02T05:59:59.999Z'];
  for (const [at, time] of [...times, '2026-11-02T06:00:00Z'].entries())
    await birch.postedAt(await birch.pay(account, { amount: (at + 1) * 100 }), time);
  const span = Date.parse('2026-11-03T07:00:00Z') - payments.clock.now().getTime();
  await birch.run(span / 86_400_000);
  const ofDay = async (day: string): Promise<string[]> =>
    (await birch.rows(day)).map((row) => `${row['Posted']} ${row['Amount']}`);
  expect(await ofDay('2026-10-31')).toEqual(['2026-10-31 23:59:59 1.00']);
  expect(await ofDay('2026-11-01')).toEqual(['2026-11-01 00:00:00 2.00', '2026-11-01 23:59:59 3.00']);
  expect(await ofDay('2026-11-02')).toEqual(['2026-11-02 00:00:00 4.00']);
});

test('S7 only staff of the county can list and open the county’s LandLink files', async () => {
  const larch = of('larch');
  await larch.pay(larch.account('21'));
  await larch.run(1);
  expect(await larch.open(today)).toMatchObject({
    ok: true,
    value: { objectKey: `larch/landlink/${today}.csv`, fileName: `LandLink-postings-${today}.csv` },
  });
  expect(await larch.list(clerkOf('rowan'))).toEqual({ ok: true, value: { total: 0, files: [] } });
  expect(await larch.open(today, clerkOf('rowan'))).toEqual({ ok: false, code: 'NOT_FOUND' });
  for (const role of ['ACCOUNT', 'USER', 'GUEST'] as const) {
    const other = newPayer({}, { county: 'larch', role });
    expect(await larch.list(other)).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await larch.open(today, other)).toEqual({ ok: false, code: 'NOT_FOUND' });
  }
});

describeWithShared('when files of postings are on S3', ['tools/s3-server'], (program) => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3(program);
  });
  afterAll(() => s3.close());

  test('two processes that make the same LandLink file store one object, with the size and hash that are returned', async () => {
    const payments = await startPayments({ replicas: 2, config: { storage: s3.storage } });
    try {
      const timeZone = noonZone(payments.clock.now());
      payments.terms.terms = { ...payments.terms.terms, timeZone };
      const lake = new LandLinkSteps(payments, 'lake');
      await lake.pay(lake.account('0010447'));
      await lake.run(1, 0, 1);
      await lake.run(1);
      expect(shortRows(await lake.rows(todayIn(timeZone, payments.clock)))).toEqual([
        'PAYMENT 0010447 250.00',
      ]);
      const keys: string[] = [];
      for await (const key of openObjectStore(s3.storage).list('lake/landlink/')) keys.push(key);
      expect(keys).toHaveLength(1);
    } finally {
      await payments.close();
    }
  });
});
