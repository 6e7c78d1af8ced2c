import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '@portal/infra/db';
import type { EventOf } from '@portal/infra/events';
import { eventually } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { computeOrder, payOrder } from '@portal/proto/rpc/payments';
import { SessionEndConsumer } from '../src/preauthorization/session-end.consumer.js';
import { brokenMoney, CardSteps } from './card-steps.js';
import { brokenInvariants, quietInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterAll(() => steps.close());

/** Ends an actor's session as the identity service does, with a fact. */
const endSession = ({ session }: Actor): Promise<void> => {
  const [replica] = steps.payments.replicas;
  if (!replica) throw new Error('no replica');
  const event = { payload: { session: session ?? '' } } as EventOf<'identity.session-ended.v1'>;
  return replica
    .get(Database)
    .withCounty('lake', (tx) => replica.get(SessionEndConsumer).onSessionEnded(event, tx));
};
const price = async (actor: Actor): Promise<string> => {
  const asked = { documentKey: 'A1000001', pageSelectionMethod: 'CSV_PAGES', pagesSelected: '1-3' } as const;
  return (await steps.payments.rpc.callOrThrow(computeOrder, asked, { actor })).imageStateGuid;
};

test('C6-08 when all sessions end during 20 purchases, each is paid or voided and no money stays on hold', async () => {
  const byEscrow = Array.from({ length: 12 }, () => newPayer());
  const byCard = Array.from({ length: 8 }, () => newPayer({ paymentMethod: 'CREDIT_CARD' }));
  for (const { account } of byEscrow) await steps.payments.give(account, 'USD', 1_000);
  for (const actor of byCard) await steps.authorize(actor);
  const payers = [...byEscrow, ...byCard];
  const guids = await Promise.all(payers.map(price));
  // every purchase has its money set aside and waits for its PDF when the sessions end
  let begun = 0;
  let release = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  steps.payments.renderer.beforeWriting = async () => {
    begun += 1;
    await ended;
    return undefined;
  };
  const paying = payers.map((actor, at) =>
    steps.payments.rpc.call(payOrder, { imageStateGuid: guids[at] ?? '' }, { actor }),
  );
  await eventually(() => Promise.resolve(expect(begun).toBe(20)), 15_000);
  await Promise.all(payers.map(endSession));
  release();
  const answers = await Promise.all(paying);
  const orders = await steps.ask<{ guid: string; state: string; entries: number }>(
    `SELECT o.image_state_id AS guid, o.state, count(e.id)::int AS entries FROM payments.download_order o
       LEFT JOIN payments.journal_entry e ON e.op_type = 'ORDER' AND e.op_key = o.id::text
      WHERE o.image_state_id = ANY ($1::uuid[]) GROUP BY 1, 2`,
    [guids],
  );
  expect(orders).toHaveLength(20);
  for (const { guid, state, entries } of orders) {
    const answer = answers[guids.indexOf(guid)];
    const isPaid = answer?.ok === true && answer.value.status === 'PAID';
    expect([guid, state, entries]).toEqual([guid, isPaid ? 'PAID' : 'VOIDED', isPaid ? 1 : 0]);
  }
  // the cards of the sessions are captured for what was bought, or released; nothing stays set aside
  await steps.sweep();
  await steps.sweep(60_000);
  const open = await steps.ask(`SELECT id FROM payments.hold WHERE state = 'PENDING'`);
  const cards = await steps.ask<{ state: string }>(
    `SELECT state FROM payments.card_authorization WHERE state NOT IN ('CAPTURED', 'VOIDED')`,
  );
  expect([open, cards]).toEqual([[], []]);
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  const [, ...due] = quietInvariants.slice(0, 2);
  expect(await brokenInvariants(steps.payments.database.asAdmin, due)).toEqual([]);
  expect(await brokenMoney(steps)).toEqual([]);
}, 60_000);
