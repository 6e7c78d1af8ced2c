import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sealText } from '@portal/infra/sealing';
import { testActor } from '@portal/infra/testing';
import { cardKeysOf } from '@portal/proto/http/card-keys';
import {
  checkCardKeys,
  decideCardKeys,
  getCardKeys,
  openDeposit,
  saveCardKeys,
} from '@portal/proto/rpc/payments';
import { Redis } from 'ioredis';
import { CountyMerchants } from '../src/cards/county-merchants.js';
import { CardProvider } from '../src/cards/card-provider.js';
import { openCards } from '../src/cards/open-cards.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';
import { CardSteps } from './card-steps.js';
import { filingSteps } from './filing-steps.js';
import { merchants, SandboxUnderTest } from './sandbox-under-test.js';

const [pair, older] = [generateKeyPairSync('x25519'), generateKeyPairSync('x25519')];
/** The keys of a merchant that the provider knows, as a clerk types them. */
const entered = {
  merchant: 'north-7',
  loginId: 'north-login-4711',
  transactionKey: 'north transaction key',
  signatureKey: 'north signature key',
};
const renewed = { ...entered, transactionKey: 'north renewed key', signatureKey: '' };
const clerk = testActor({ role: 'COUNTY', county: 'lake', user: randomUUID(), username: 'ann.recorder' });
const second = testActor({ role: 'COUNTY', county: 'lake', user: randomUUID(), username: 'bob.recorder' });

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
/** Approves or refuses the keys that wait in the actor's county. */
const decide = async (approve: boolean, actor = second) => {
  payments.clock.advance(1_000);
  const id = (await get(actor)).waiting?.id ?? randomUUID();
  return payments.rpc.call(decideCardKeys, { id, approve }, { actor });
};
const check = (actor = clerk) => payments.rpc.callOrThrow(checkCardKeys, {}, { actor });

/** Reads every row of every table, and every value of Redis. */
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

const openPage = (county: string) => {
  const communicatorUrl = 'http://localhost:8080/LandShark/communicator.html';
  const actor = newPayer({}, { county });
  return payments.rpc.call(openDeposit, { amount: 1_000, communicatorUrl }, { actor });
};

/** Returns the merchants of the county's card pages, in the order in which the pages were opened. */
const merchantsOfPages = async (county: string): Promise<string[]> =>
  (
    await payments.database.asAdmin<{ merchant: string }>(
      'SELECT merchant_ref AS merchant FROM payments.payment_attempt WHERE county_id = $1 ORDER BY merchant_ref',
      [county],
    )
  ).map(({ merchant }) => merchant);

/** Returns the forms in which a text could be stored: as it is, in base64 and in hexadecimal. */
const formsOf = (text: string): string[] =>
  (['utf8', 'base64', 'base64url', 'hex'] as const).map((form) => Buffer.from(text).toString(form));

test('a county without keys of its own uses the operator’s keys, which the provider accepts', async () => {
  expect(await get()).toEqual({
    ...{ source: 'OPERATOR', merchant: 'lake-1', loginEnd: '', hasSignatureKey: true, changes: [] },
    waiting: null,
  });
  expect(await check()).toEqual({ outcome: 'ACCEPTED' });
  const nowhere = testActor({ role: 'COUNTY', county: 'dry-county' });
  expect(await get(nowhere)).toMatchObject({ source: 'NONE', merchant: '' });
  expect(await check(nowhere)).toEqual({ outcome: 'NO_KEYS' });
});

test('keys that the provider refuses, or about which it does not answer, do not replace the keys in use', async () => {
  expect(await save({ ...entered, transactionKey: 'mistyped' })).toEqual({
    ...{ ok: false, code: 'CARD_KEYS_REFUSED' },
  });
  await sandbox.misbehave({ on: 'getMerchantDetailsRequest', mode: 'error500', times: 3 });
  expect(await save(entered)).toEqual({ ok: false, code: 'CARD_PROVIDER_UNAVAILABLE' });
  expect(await get()).toMatchObject({ source: 'OPERATOR', changes: [] });
});

test('S32 keys of another account at the card provider are refused when they are entered under the merchant id in use', async () => {
  const mistaken = { ...entered, merchant: 'lake-1' };
  expect(await save(mistaken)).toEqual({ ok: false, code: 'MERCHANT_ACCOUNT_DIFFERS' });
  expect(await get()).toMatchObject({ source: 'OPERATOR', changes: [] });
});

test('S32 sealed keys cannot be opened for another county, or without the matching private key', async () => {
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

test.each(['USER', 'ACCOUNT', 'GUEST'] as const)(
  'S9 %s cannot read anything about the keys',
  async (role) => {
    const actor = testActor({ role, county: 'lake' });
    for (const contract of [getCardKeys, checkCardKeys])
      expect(await payments.rpc.call(contract, {}, { actor })).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await save(entered, actor)).toEqual({ ok: false, code: 'NOT_FOUND' });
  },
);

test('S32 the first keys of a county are used at once', async () => {
  const actor = testActor({ role: 'COUNTY', county: 'first-county', user: randomUUID() });
  expect(await save(entered, actor)).toEqual({ ok: true, value: { waits: false } });
  expect(await get(actor)).toMatchObject({
    ...{ source: 'OFFICE', merchant: 'north-7', waiting: null },
    changes: [{ deed: 'CHANGED', merchantBefore: '' }],
  });
});

test('S32 keys of another merchant wait for a second person, and whoever entered them may only withdraw them', async () => {
  expect(await save(entered)).toEqual({ ok: true, value: { waits: true } });
  expect(await get()).toMatchObject({
    ...{ source: 'OPERATOR', merchant: 'lake-1' },
    waiting: { merchant: 'north-7', loginEnd: '4711', by: 'ann.recorder', own: true },
    changes: [{ deed: 'ASKED', by: 'ann.recorder', merchant: 'north-7', merchantBefore: 'lake-1' }],
  });
  expect(await save(entered, second)).toEqual({ ok: false, code: 'CARD_KEYS_WAIT' });
  expect(await decide(true, clerk)).toEqual({ ok: false, code: 'OWN_CARD_KEYS' });
  await expect(
    payments.database.asAdmin(
      `UPDATE payments.card_merchant_request SET state = 'APPROVED', decided_by = asked_by, decided_at = now(), sealed = NULL
        WHERE county_id = 'lake' AND state = 'WAITING'`,
    ),
  ).rejects.toThrow('card_merchant_request_second_person');
  const user = testActor({ role: 'USER', county: 'lake' });
  const { waiting } = await get();
  const asked = { id: waiting?.id ?? '', approve: true };
  expect(await payments.rpc.call(decideCardKeys, asked, { actor: user })).toEqual({
    ...{ ok: false, code: 'NOT_FOUND' },
  });
  expect(await decide(false, clerk)).toEqual({ ok: true, value: {} });
  expect(await payments.rpc.call(decideCardKeys, asked, { actor: second })).toEqual({
    ...{ ok: false, code: 'CONFLICT' },
  });
  expect(await get()).toMatchObject({
    ...{ merchant: 'lake-1', waiting: null },
    changes: [{ deed: 'WITHDRAWN', by: 'ann.recorder' }, { deed: 'ASKED' }],
  });
});

test('S32 a person cannot approve keys until 14 days after somebody else has set up the sign-in of that person', async () => {
  expect(await save(entered)).toEqual({ ok: true, value: { waits: true } });
  const at = payments.clock.now().getTime();
  payments.approvers.setAt.set(second.user ?? '', new Date(at - 13 * 86_400_000));
  expect(await decide(true)).toEqual({ ok: false, code: 'NEW_APPROVER' });
  expect(await get()).toMatchObject({ merchant: 'lake-1', waiting: { own: true } });
  expect(await decide(false)).toEqual({ ok: true, value: {} });
  payments.approvers.setAt.set(second.user ?? '', new Date(at - 14 * 86_400_000));
});

test('S32 keys that a second person approves are used at once, and are stored nowhere as clear text', async () => {
  expect(await save(entered)).toEqual({ ok: true, value: { waits: true } });
  expect(await decide(true)).toEqual({ ok: true, value: {} });
  const { changes, ...now } = await get();
  expect(now).toEqual({
    ...{ source: 'OFFICE', merchant: 'north-7', loginEnd: '4711', hasSignatureKey: true, waiting: null },
  });
  expect(changes[0]).toMatchObject({
    ...{ deed: 'APPROVED', by: 'bob.recorder', merchant: 'north-7', merchantBefore: 'lake-1' },
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
  expect(kept).toContain('card-keys.approve');
  expect(kept).toContain('payments.card-merchant-changed.v1');
  expect(kept).toContain('north-7');
  for (const { loginId, transactionKey, signatureKey } of [entered])
    for (const text of [loginId, transactionKey, signatureKey].flatMap(formsOf))
      for (const place of [kept, written]) expect(place).not.toContain(text);
});

test('S32 keys of another merchant are refused if a card page was opened while the provider was checking the keys', async () => {
  const other = testActor({ role: 'COUNTY', county: 'saipan', user: randomUUID() });
  const deputy = testActor({ role: 'COUNTY', county: 'saipan', user: randomUUID() });
  expect(await save(entered, other)).toEqual({ ok: true, value: { waits: true } });
  beforeAnswer = () => openPage('saipan').then(() => undefined);
  const answer = await decide(true, deputy);
  beforeAnswer = () => Promise.resolve();
  expect(answer).toEqual({ ok: false, code: 'MERCHANT_IN_USE' });
  expect(await get(other)).toMatchObject({ source: 'OPERATOR', merchant: 'saipan-1', waiting: {} });
});

test('no card page opens for a merchant that another replica has replaced a moment ago, and one opens for the new merchant after that', async () => {
  const { asAdmin } = payments.database;
  const known = payments.replicas[0]!.get(CountyMerchants);
  const old = await known.find('saipan');
  await asAdmin(
    `INSERT INTO payments.card_merchant (county_id, merchant, login_end, has_signature_key, sealed)
     VALUES ('saipan', 'north-7', '', true, $1)`,
    [sealed(entered, 'saipan')],
  );
  const before = await merchantsOfPages('saipan');
  // this replica still sees the old merchant, however long the test takes
  const cached = jest.spyOn(known, 'find').mockResolvedValue(old);
  const refused = await openPage('saipan');
  cached.mockRestore();
  expect(old?.merchant).toBe('saipan-1');
  expect(refused).toEqual({ ok: false, code: 'CARD_PROVIDER_UNAVAILABLE' });
  expect(await merchantsOfPages('saipan')).toEqual(before);
  known.drop('saipan');
  expect(await openPage('saipan')).toMatchObject({ ok: true });
  expect(await merchantsOfPages('saipan')).toEqual([...before, 'north-7'].sort());
});

test('S32 keys of another merchant are refused while the office may still send back a filing paid by card', async () => {
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

test('keys of another merchant are refused while card payments of the present merchant are under way', async () => {
  const answer = await save({ ...merchants.saipan });
  expect(answer).toEqual({ ok: false, code: 'MERCHANT_IN_USE' });
  expect(await get()).toMatchObject({ merchant: 'north-7' });
});

test('S32 a merchant whose transaction key is replaced keeps its signature key', async () => {
  await sandbox.saveMerchants({ ...merchants, north: { ...entered, ...renewed, signatureKey: 'x' } });
  expect(await check()).toEqual({ outcome: 'REFUSED' });
  expect(await save(renewed)).toEqual({ ok: true, value: { waits: false } });
  expect(await check()).toEqual({ outcome: 'ACCEPTED' });
  expect(await get()).toMatchObject({ hasSignatureKey: true, waiting: null });
});

test('S32 card keys that were sealed before a rotation can still be used, and are sealed again for the current sealing key', async () => {
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
  // neither of the two key pairs opens these keys, so the county takes no cards; the operator's keys are not used
  // instead
  const lost = sealed(renewed, 'lake', generateKeyPairSync('x25519').publicKey);
  await payments.database.asAdmin(`UPDATE payments.card_merchant SET sealed = $1 WHERE county_id = 'lake'`, [
    lost,
  ]);
  payments.replicas[0]?.get(CountyMerchants).drop('lake');
  expect(await get()).toMatchObject({ source: 'LOCKED', merchant: 'north-7' });
  expect(await check()).toEqual({ outcome: 'NO_KEYS' });
});

test('S32 new keys replace unreadable keys of the same account at once, if they include a signature key', async () => {
  expect(await get()).toMatchObject({ source: 'LOCKED', merchant: 'north-7' });
  expect(await save(renewed)).toEqual({
    ...{ ok: false, code: 'INVALID_INPUT', fields: { signatureKey: 'panel:signatureKeyLost' } },
  });
  expect(await save({ ...renewed, signatureKey: 'north signature key' })).toEqual({
    ...{ ok: true, value: { waits: false } },
  });
  expect(await get()).toMatchObject({ source: 'OFFICE', hasSignatureKey: true });
});

test('S32 keys with the present merchant id wait for approval when nothing proves that they are for the same account', async () => {
  const { asAdmin } = payments.database;
  const lost = sealed(renewed, 'lake', generateKeyPairSync('x25519').publicKey);
  await asAdmin(
    `UPDATE payments.card_merchant SET sealed = $1, provider_account = NULL WHERE county_id = 'lake'`,
    [lost],
  );
  payments.replicas[0]?.get(CountyMerchants).drop('lake');
  expect(await save({ ...renewed, signatureKey: 'north signature key' })).toEqual({
    ...{ ok: true, value: { waits: true } },
  });
  expect(await get()).toMatchObject({ source: 'LOCKED' });
});
