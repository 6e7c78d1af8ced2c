import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { payByCard, signatureOf, startDeposit } from './card-sandbox.js';
import { ask, contentOf, hosts, Visitor } from './portal.js';

interface Merchant {
  readonly transactionKey: string;
  readonly signatureKey: string;
  readonly previousSignatureKey?: string;
}
type Merchants = Readonly<Record<string, Merchant>>;

const file = path.join(String(process.env.PORTAL_DATA), 'card-merchants.json');
const before = readFileSync(file, 'utf8');
const merchants: Merchants = JSON.parse(before) as Merchants;

/** Replaces the whole file at once, as an office does. */
const replace = (text: string): void => {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
};
afterEach(() => replace(before));

const withLake = (over: Partial<Merchant>): void => {
  replace(JSON.stringify({ ...merchants, lake: { ...merchants.lake, ...over } }));
};

const raw = (): string =>
  `{"notificationId":"${randomUUID()}","eventType":"net.authorize.payment.authcapture.created","payload":{"entityName":"transaction","id":"69999999997"}}`;
const send = async (body: string, signature: string): Promise<number> => {
  const headers = { 'x-anet-signature': signature };
  return (await ask(hosts.lake, { path: 'webhooks/authorizenet/lake', body, headers })).status;
};
const deposit = async (visitor: Visitor): Promise<boolean> => {
  const { attemptId, token } = await startDeposit(visitor, '10.00');
  const transactionResponse = await payByCard(token);
  const told = visitor.post('escrowDeposit/completeDeposit', { attemptId, transactionResponse });
  return (await contentOf<{ completed: boolean }>(told)).completed;
};
const secret = (): string => randomBytes(32).toString('hex');

test('S32 the notification key changes without a restart: both keys work for a time, then only the new one', async () => {
  const body = raw();
  const old = signatureOf('lake', body);
  expect(await send(body, old)).toBe(200);
  const signatureKey = secret();
  withLake({ signatureKey, previousSignatureKey: merchants.lake?.signatureKey ?? '' });
  expect(await send(body, old)).toBe(200);
  expect(await send(body, signatureOf('lake', body))).toBe(200);
  withLake({ signatureKey });
  expect(await send(body, signatureOf('lake', body))).toBe(200);
  expect(await send(body, old)).toBe(401);
});

test('S32 the payment key changes without a restart, and deposits continue with the new key', async () => {
  const visitor = await Visitor.signedIn('demo.escrow');
  expect(await deposit(visitor)).toBe(true);
  withLake({ transactionKey: secret() });
  expect(await deposit(visitor)).toBe(true);
});
