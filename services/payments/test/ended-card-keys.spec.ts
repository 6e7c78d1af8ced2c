import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sealText } from '@portal/infra/sealing';
import { testActor } from '@portal/infra/testing';
import { cardKeysOf } from '@portal/proto/http/card-keys';
import type { Actor } from '@portal/proto/rpc/actor';
import { decideCardKeys, getCardKeys, saveCardKeys } from '@portal/proto/rpc/payments';
import { OverdueKeys } from '../src/card-keys/overdue-keys.js';
import { startPayments, type PaymentsUnderTest } from './payments-under-test.js';
import { merchants, SandboxUnderTest } from './sandbox-under-test.js';

const { privateKey, publicKey } = generateKeyPairSync('x25519');
const entered = {
  merchant: 'north-7',
  loginId: 'north-login-4711',
  transactionKey: 'north transaction key',
  signatureKey: 'north signature key',
};
const WAITS_MS = 14 * 86_400_000;

let sandbox: SandboxUnderTest;
let payments: PaymentsUnderTest;
beforeAll(async () => {
  sandbox = await SandboxUnderTest.start();
  await sandbox.saveMerchants({ ...merchants, north: entered });
  payments = await startPayments({
    sandbox,
    config: { cardCredentialsFile: sandbox.credentials, cardSealingKeys: [privateKey] },
  });
});
afterAll(async () => {
  await sandbox.close();
  await payments.close();
});

const save = (keys: object, actor: Actor) =>
  payments.rpc.call(
    saveCardKeys,
    { sealed: sealText(publicKey, cardKeysOf(actor.county), JSON.stringify(keys)) },
    { actor },
  );
const get = (actor: Actor) => payments.rpc.callOrThrow(getCardKeys, {}, { actor });

/**
 * Reads the events about a county's keys that nobody approved in time; e-mails to the staff are made from these events.
 */
const endingsOf = async (county: string): Promise<object[]> =>
  (
    await payments.database.asAdmin<{ payload: object; actor: string }>(
      `SELECT payload, actor FROM payments.outbox
        WHERE county_id = $1 AND type = 'payments.card-merchant-changed.v1' AND payload->>'deed' = 'ENDED'`,
      [county],
    )
  ).map(({ payload, actor }) => {
    const { deed: _deed, ...rest } = payload as Record<string, unknown>;
    return { ...rest, actor };
  });

/** Sets a county's keys to those of the merchant lake-1, and returns two members of the county's staff. */
async function staffOf(county: string): Promise<[Actor, Actor]> {
  const [first, deputy] = ['ann.recorder', 'bob.recorder'].map((username) =>
    testActor({ role: 'COUNTY', county, user: randomUUID(), username }),
  ) as [Actor, Actor];
  expect(await save(merchants.lake, first)).toEqual({ ok: true, value: { waits: false } });
  payments.clock.advance(1_000);
  return [first, deputy];
}

const decide = (actor: Actor, id = '', approve = true) =>
  payments.rpc.call(decideCardKeys, { id, approve }, { actor });
const ended = { ok: false, code: 'CARD_KEYS_ENDED' };

const sealedRowsOf = (county: string): Promise<object[]> =>
  payments.database.asAdmin(
    `SELECT 1 FROM payments.card_merchant_request WHERE county_id = $1 AND sealed IS NOT NULL`,
    [county],
  );

test('S32 keys not approved within 14 days are deleted, staff gets an e-mail, and a later approval fails', async () => {
  const [first, deputy] = await staffOf('late');
  const before = payments.clock.now().getTime();
  expect(await save(entered, first)).toEqual({ ok: true, value: { waits: true } });
  const { waiting } = await get(deputy);
  const lives = Date.parse(waiting?.endsAt ?? '') - before;
  expect(Math.round(lives / 86_400_000)).toBe(14);
  payments.clock.advance(WAITS_MS);
  expect(await sealedRowsOf('late')).toHaveLength(1);
  await Promise.all(payments.replicas.map((replica) => replica.get(OverdueKeys).end()));
  expect(await sealedRowsOf('late')).toEqual([]);
  expect(await endingsOf('late')).toEqual([
    { username: 'ann.recorder', merchantBefore: 'lake-1', merchant: 'north-7', actor: 'system:payments' },
  ]);
  expect(await decide(deputy, waiting?.id, true)).toEqual(ended);
  expect(await decide(deputy, waiting?.id, false)).toEqual(ended);
  expect(await get(deputy)).toMatchObject({
    ...{ merchant: 'lake-1', waiting: null },
    changes: [
      { deed: 'ENDED', by: 'ann.recorder', merchant: 'north-7' },
      { deed: 'ASKED' },
      { deed: 'CHANGED' },
    ],
  });
  payments.clock.advance(-WAITS_MS);
});

test('S32 after 14 days without a decision, new keys are deleted, nobody can decide on them, and staff gets one e-mail', async () => {
  const [first, deputy] = await staffOf('tardy');
  expect(await save(entered, first)).toEqual({ ok: true, value: { waits: true } });
  const { waiting } = await get(deputy);
  payments.clock.advance(WAITS_MS);
  const answers = await Promise.all([true, false].map((approve) => decide(deputy, waiting?.id, approve)));
  expect(answers).toEqual([ended, ended]);
  expect(await sealedRowsOf('tardy')).toEqual([]);
  expect(await endingsOf('tardy')).toHaveLength(1);
  payments.clock.advance(-WAITS_MS);
});

test('new keys replace overdue keys that have not been deleted yet', async () => {
  const [first, deputy] = await staffOf('slow');
  expect(await save(entered, first)).toEqual({ ok: true, value: { waits: true } });
  payments.clock.advance(WAITS_MS);
  expect(await save(entered, deputy)).toEqual({ ok: true, value: { waits: true } });
  await payments.replicas[0]?.get(OverdueKeys).end();
  expect(await endingsOf('slow')).toMatchObject([{ username: 'ann.recorder' }]);
  expect(await get(deputy)).toMatchObject({ waiting: { own: true } });
  payments.clock.advance(-WAITS_MS);
});
