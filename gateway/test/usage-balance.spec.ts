import { expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import type { EventOf } from '@portal/infra/events';
import type { RpcClient } from '@portal/infra/rpc';
import { testActor } from '@portal/infra/testing';
import { ok } from '@portal/proto/result';
import { UsageBalance } from '../src/session/usage-balance.js';
import type { Visit } from '../src/session/visit.js';

const actor = testActor();
const visit = { county: { id: 'lake' }, session: { actor, user: { role: 'USER' } } } as unknown as Visit;

/**
 * A stand-in for the payments service. `questions` holds a function for each unanswered call; a test calls the function
 * with a balance in cents to answer.
 */
const opened = () => {
  const questions: ((cents: number) => void)[] = [];
  const rpc = {
    call: () =>
      new Promise((resolve) =>
        questions.push((cents) => resolve(ok({ asset: 'USD', available: cents, unlimited: false }))),
      ),
  } as unknown as RpcClient;
  const usage = new UsageBalance(rpc, new Catalogue());
  return { usage, questions };
};

const changed = {
  county: 'lake',
  payload: { account: actor.account },
} as unknown as EventOf<'payments.balance-changed.v1'>;

test.each([
  ['a payment of the user', (usage: UsageBalance) => usage.forgetOf(visit)],
  ['the event of a changed balance', (usage: UsageBalance) => usage.onBalanceChanged(changed)],
  ['a gap in the events', (usage: UsageBalance) => usage.onResync()],
])('a usage balance that was read before %s is not shown afterwards', async (_, change) => {
  const { usage, questions } = opened();
  const before = usage.text(visit);
  change(usage);
  questions[0]?.(5_000);
  expect(await before).toBe('$50.00');
  const after = usage.text(visit);
  questions[1]?.(3_000);
  expect(await after).toBe('$30.00');
  expect(await usage.text(visit)).toBe('$30.00');
  expect(questions).toHaveLength(2);
});

test('when two reads of a balance overlap, the read that began after a change counts, even if this read ends first', async () => {
  const { usage, questions } = opened();
  const before = usage.text(visit);
  usage.forgetOf(visit);
  const after = usage.text(visit);
  questions[1]?.(3_000);
  await after;
  questions[0]?.(5_000);
  await before;
  expect(await usage.text(visit)).toBe('$30.00');
  expect(questions).toHaveLength(2);
});
