import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sealText } from '@portal/infra/sealing';
import { testActor } from '@portal/infra/testing';
import { cardKeysOf } from '@portal/proto/http/card-keys';
import { checkCardKeys, getCardKeys, openDeposit, saveCardKeys } from '@portal/proto/rpc/payments';
import { Redis } from 'ioredis';
import { CountyMerchants } from '../src/cards/county-merchants.js';
import { CardProvider } from '../src/cards/card-provider.js';
import { openCards } from '../src/cards/open-cards.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';
import { CardSteps } from './card-steps.js';
import { filingSteps } from './filing-steps.js';
import { merchants, SandboxUnderTest } from './sandbox-under-test.js';

const [pair, older] = [generateKeyPairSync('x25519'), generateKeyPairSync('x25519')];
/** Merchants that the provider knows and whose keys a clerk enters. */
const entered = {
  merchant: 'north-7',
  loginId: 'north-login-4711',
  transactionKey: 'north transaction key',
  signatureKey: 'north signature key',
};
const renewed = { ...entered, transactionKey: 'north renewed key', signatureKey: '' };
const clerk = testActor({ role: 'COUNTY', county: 'lake', username: 'ann.recorder' });

let sandbox: SandboxUnderTest;
let payments: PaymentsUnderTest;
/** Runs while the provider is asked about keys. */
let beforeAnswer: () => Promise<void> = () => Promise.resolve();
/** All output of the process. */
let written = '';
const stdout = process.stdout.write.bind(process.stdout);

beforeAll(async () => {
  process.stdout.write = ((...args: Parameters<typeof stdout>) => {
    written += String(args[0]);
    return stdout(...args);
  }) as typeof stdout;
  sandbox = await SandboxUnderTest.start();
  await sandbox.saveMerchants({ ...merchants, north: entered });
  payments = await startPayments({
    sandbox,
    config: {
      cardCredentialsFile: sandbox.credentials,
      cardSealingKeys: [pair.privateKey, older.privateKey],
    },
    providers: [
      {
        provide: CardProvider,
        useFactory: (known: CountyMerchants) => {
          const cards = openCards({ cardProvider: 'sandbox', paymentOrigin: sandbox.origin }, known, {
            ...{ readMs: 5_000, mutationMs: 1_000 },
          });
          const ask = cards.checkKeys.bind(cards);
          cards.checkKeys = (keys) => beforeAnswer().then(() => ask(keys));
          return cards;
        },
        inject: [CountyMerchants],
      },
    ],
  });
});
afterAll(async () => {
  process.stdout.write = stdout;
  await sandbox.close();
  await payments.close();
});

const sealed = (keys: object, county = 'lake', key = pair.publicKey): string =>
  sealText(key, cardKeysOf(county), JSON.stringify(keys));
const save = (keys: object, actor = clerk) =>
  payments.rpc.call(saveCardKeys, { sealed: sealed(keys, actor.county) }, { actor });
const get = (actor = clerk) => payments.rpc.callOrThrow(getCardKeys, {}, { actor });
const check = (actor = clerk) => payments.rpc.callOrThrow(checkCardKeys, {}, { actor });

/** Every row of every table, and every value of Redis. */
async function everythingKept(): Promise<string> {
  const { asAdmin } = payments.database;
  const tables = await asAdmin<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const kept: string[] = [];
  for (const { name } of tables) {
    const rows = await asAdmin<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    kept.push(...rows.map(({ row }) => row));
  }
  const redis = new Redis(payments.config.redisUrl);
  for (const key of await redis.keys(`${payments.config.redisNamespace}:*`)) {
    const kind = await redis.type(key);
    if (kind === 'stream') kept.push(JSON.stringify(await redis.xrange(key, '-', '+')));
    else if (kind === 'string') kept.push((await redis.get(key)) ?? '');
  }
  redis.disconnect();
  return kept.join('\n');
}

const openPage = async (county: string): Promise<void> => {
  const communicatorUrl = 'http://localhost:8080/LandShark/communicator.html';
  const actor = newPayer({}, { county });
  await payments.rpc.call(openDeposit, { amount: 1_000, communicatorUrl }, { actor });
};

/** The merchants of the county's card pages, the first one first. */
const merchantsOfPages = async (county: string): Promise<string[]> =>
  (
    await payments.database.asAdmin<{ merchant: string }>(
      'SELECT merchant_ref AS merchant FROM payments.payment_attempt WHERE county_id = $1 ORDER BY created_at',
      [county],
    )
  ).map(({ merchant }) => merchant);

/** A text as it is, in base64 and in hexadecimal. */
const formsOf = (text: string): string[] =>
  (['utf8', 'base64', 'base64url', 'hex'] as const).map((form) => Buffer.from(text).toString(form));

test('a county without keys of its own uses those of the operator, which the provider accepts', async () => {
  expect(await get()).toEqual({
    ...{ source: 'OPERATOR', merchant: 'lake-1', loginEnd: '', hasSignatureKey: true, changes: [] },
  });
  expect(await check()).toEqual({ outcome: 'ACCEPTED' });
  const nowhere = testActor({ role: 'COUNTY', county: 'dry-county' });
  expect(await get(nowhere)).toMatchObject({ source: 'NONE', merchant: '' });
  expect(await check(nowhere)).toEqual({ outcome: 'NO_KEYS' });
});

test('keys that the provider refuses, or does not answer about, replace no keys', async () => {
  expect(await save({ ...entered, transactionKey: 'mistyped' })).toEqual({
    ...{ ok: false, code: 'CARD_KEYS_REFUSED' },
  });
  await sandbox.misbehave({ on: 'getMerchantDetailsRequest', mode: 'error500', times: 3 });
  expect(await save(entered)).toEqual({ ok: false, code: 'CARD_PROVIDER_UNAVAILABLE' });
  expect(await get()).toMatchObject({ source: 'OPERATOR', changes: [] });
});

test('S32 keys of another account are refused under the id of the present one', async () => {
  const mistaken = { ...entered, merchant: 'lake-1' };
  expect(await save(mistaken)).toEqual({ ok: false, code: 'MERCHANT_ACCOUNT_DIFFERS' });
  expect(await get()).toMatchObject({ source: 'OPERATOR', changes: [] });
});

test('S32 keys of one county do not open for another, nor when payments has no key for them', async () => {
  const other = testActor({ role: 'COUNTY', county: 'saipan' });
  const stolen = { sealed: sealed(entered, 'lake') };
  expect(await payments.rpc.call(saveCardKeys, stolen, { actor: other })).toEqual({
    ...{ ok: false, code: 'CARD_KEYS_UNREADABLE' },
  });
  const foreign = { sealed: sealed(entered, 'lake', generateKeyPairSync('x25519').publicKey) };
  expect(await payments.rpc.call(saveCardKeys, foreign, { actor: clerk })).toEqual({
    ...{ ok: false, code: 'CARD_KEYS_UNREADABLE' },
  });
});

test.each(['USER', 'ACCOUNT', 'GUEST'] as const)('S9 %s learns nothing of the keys', async (role) => {
  const actor = testActor({ role, county: 'lake' });
  for (const contract of [getCardKeys, checkCardKeys])
    expect(await payments.rpc.call(contract, {}, { actor })).toEqual({ ok: false, code: 'NOT_FOUND' });
  expect(await save(entered, actor)).toEqual({ ok: false, code: 'NOT_FOUND' });
});

test('S32 keys that the office enters are used at once, and their text is kept nowhere', async () => {
  expect(await save(entered)).toEqual({ ok: true, value: {} });
  expect(await get()).toMatchObject({
    ...{ source: 'OFFICE', merchant: 'north-7', loginEnd: '4711', hasSignatureKey: true },
    changes: [{ by: 'ann.recorder', merchant: 'north-7' }],
  });
  expect(await check()).toEqual({ outcome: 'ACCEPTED' });
  const communicatorUrl = 'http://localhost:8080/LandShark/communicator.html';
  const session = await payments.rpc.callOrThrow(
    openDeposit,
    { amount: 1_000, communicatorUrl },
    { actor: newPayer() },
  );
  const transaction = await sandbox.pay(session.token);
  const booked = (await sandbox.book()).find(({ transId }) => transId === transaction);
  expect(booked?.login).toBe('north-login-4711');
  const kept = await everythingKept();
  expect(kept).toContain('card-keys.change');
  expect(kept).toContain('north-7');
  for (const { loginId, transactionKey, signatureKey } of [entered])
    for (const text of [loginId, transactionKey, signatureKey].flatMap(formsOf))
      for (const place of [kept, written]) expect(place).not.toContain(text);
});

test('S32 another merchant is refused when a card page opens while the provider is asked about its keys', async () => {
  const other = testActor({ role: 'COUNTY', county: 'saipan', username: 'sue.recorder' });
  beforeAnswer = () => openPage('saipan');
  const answer = await save(entered, other);
  beforeAnswer = () => Promise.resolve();
  expect(answer).toEqual({ ok: false, code: 'MERCHANT_IN_USE' });
  expect(await get(other)).toMatchObject({ source: 'OPERATOR', merchant: 'saipan-1', changes: [] });
});

test('no card page opens for a merchant that another replica has replaced a moment ago', async () => {
  const { asAdmin } = payments.database;
  await payments.replicas[0]?.get(CountyMerchants).find('saipan');
  await asAdmin(
    `INSERT INTO payments.card_merchant (county_id, merchant, login_end, has_signature_key, sealed)
     VALUES ('saipan', 'north-7', '', true, $1)`,
    [sealed(entered, 'saipan')],
  );
  const before = await merchantsOfPages('saipan');
  await openPage('saipan');
  const opened = (await merchantsOfPages('saipan')).slice(before.length);
  // no card page opens while the copy of the last keys is in use, and one of the new merchant opens afterwards
  for (const merchant of opened) expect(merchant).toBe('north-7');
});

test('S32 another merchant is refused while the office may still send back a filing that a card has paid for', async () => {
  const { paidByCard, hold } = filingSteps(() => new CardSteps(payments, sandbox));
  const payer = newPayer({ paymentMethod: 'CREDIT_CARD' }, { county: 'north' });
  const { filing, attempt } = await paidByCard(payer);
  await hold(payer, filing);
  const [paid] = await payments.database.asAdmin(
    'SELECT state, next_look_at FROM payments.payment_attempt WHERE id = $1',
    [attempt],
  );
  expect(paid).toEqual({ state: 'CREDITED', next_look_at: null });
  const officer = testActor({ role: 'COUNTY', county: 'north' });
  expect(await save({ ...merchants.saipan }, officer)).toEqual({ ok: false, code: 'MERCHANT_IN_USE' });
});

test('another merchant is refused while card payments of the present one are under way', async () => {
  const answer = await save({ ...merchants.saipan });
  expect(answer).toEqual({ ok: false, code: 'MERCHANT_IN_USE' });
  expect(await get()).toMatchObject({ merchant: 'north-7' });
});

test('S32 a new key of the same merchant keeps its signature key', async () => {
  await sandbox.saveMerchants({ ...merchants, north: { ...entered, ...renewed, signatureKey: 'x' } });
  expect(await check()).toEqual({ outcome: 'REFUSED' });
  expect(await save(renewed)).toEqual({ ok: true, value: {} });
  expect(await check()).toEqual({ outcome: 'ACCEPTED' });
  expect(await get()).toMatchObject({ hasSignatureKey: true, changes: [{}, {}] });
});

test('S32 keys that were sealed before a rotation open, and are sealed for the current key', async () => {
  const kept = async (): Promise<string> => {
    const [row] = await payments.database.asAdmin<{ sealed: string }>(
      `SELECT sealed FROM payments.card_merchant WHERE county_id = 'lake'`,
    );
    return row?.sealed ?? '';
  };
  await payments.database.asAdmin(`UPDATE payments.card_merchant SET sealed = $1 WHERE county_id = 'lake'`, [
    sealed({ ...renewed, signatureKey: 'north signature key' }, 'lake', older.publicKey),
  ]);
  payments.replicas[0]?.get(CountyMerchants).drop('lake');
  expect(await check()).toEqual({ outcome: 'ACCEPTED' });
  const before = (await kept()).split('.')[0];
  expect(before).toBe(sealed({}).split('.')[0]);
  // neither of the two keys opens it: no card is taken, least of all with the operator's keys
  const lost = sealed(renewed, 'lake', generateKeyPairSync('x25519').publicKey);
  await payments.database.asAdmin(`UPDATE payments.card_merchant SET sealed = $1 WHERE county_id = 'lake'`, [
    lost,
  ]);
  payments.replicas[0]?.get(CountyMerchants).drop('lake');
  expect(await get()).toMatchObject({ source: 'LOCKED', merchant: 'north-7' });
  expect(await check()).toEqual({ outcome: 'NO_KEYS' });
});
