import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { chargeAccountTask } from '@portal/proto/rpc/account-tasks';
import { brokenInvariants } from './invariants.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

const HOUR_MS = 3_600_000;

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(async () => {
  expect(await brokenInvariants(payments.database.asAdmin)).toEqual([]);
  await payments.close();
});

/** @param seconds the time, from now, after which the claim of the billing service is over */
const claimOf = (account: string, seconds: number, period = '2026-01') => ({
  ...{ account, task: 'MONTHLY_FEE' as const, period, funding: 'ESCROW' as const, amount: 1_000 },
  ...{ images: null, unlimitedUntil: null },
  notAfter: new Date(payments.clock.now().getTime() + seconds * 1_000).toISOString(),
});
type Claim = ReturnType<typeof claimOf>;

const charge = async (claim: Claim): Promise<string> => {
  const answer = await payments.rpc.call(chargeAccountTask, claim, { actor: systemActor('lake', 'billing') });
  return answer.ok ? (answer.value.repeated ? 'charged before' : 'charged') : answer.code;
};
const entriesOf = async ({ account, task, period }: Claim): Promise<number> => {
  const key = `${account}:${task}:${period}`;
  const found = 'SELECT id FROM payments.journal_entry WHERE op_key = $1';
  return (await payments.database.asAdmin(found, [key])).length;
};
const kept = () =>
  payments.database.asAdmin<{ period: string }>('SELECT period FROM payments.refused_task ORDER BY period');

test('I9 a claim of a monthly task that was refused stays refused when the account gets money, and a new claim is charged once', async () => {
  const { account } = newPayer();
  const claim = claimOf(account, 20);
  expect(await charge(claim)).toBe('INSUFFICIENT_FUNDS');
  await payments.give(account, 'USD', 5_000);
  expect(await charge(claim)).toBe('INSUFFICIENT_FUNDS');
  expect(await entriesOf(claim)).toBe(0);
  const next = claimOf(account, 25);
  expect(await charge(next)).toBe('charged');
  expect(await charge(next)).toBe('charged before');
  expect(await charge(claim)).toBe('charged before');
  expect(await entriesOf(claim)).toBe(1);
});

test('I9 copies of a claim that arrive at once are all charged or all refused', async () => {
  const { account } = newPayer();
  await payments.give(account, 'USD', 1_000);
  const copies = (claim: Claim) => Promise.all(Array.from({ length: 6 }, () => charge(claim)));
  const answers = await copies(claimOf(account, 20));
  expect(answers.sort()).toEqual(['charged', ...Array<string>(5).fill('charged before')]);
  const refused = claimOf(account, 20, '2026-02');
  expect(await copies(refused)).toEqual(Array(6).fill('INSUFFICIENT_FUNDS'));
  expect(await entriesOf(refused)).toBe(0);
});

test('a refusal is kept for a day, and then removed by the next refusal', async () => {
  const { account } = newPayer();
  await charge(claimOf(account, 20, '2026-03'));
  payments.clock.advance(HOUR_MS);
  await charge(claimOf(account, 20, '2026-04'));
  expect((await kept()).map(({ period }) => period)).toContain('2026-03');
  payments.clock.advance(25 * HOUR_MS);
  await charge(claimOf(account, 20, '2026-05'));
  expect((await kept()).map(({ period }) => period)).toEqual(['2026-05']);
});
