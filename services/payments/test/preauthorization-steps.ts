import { randomUUID } from 'node:crypto';
import { Database } from '@portal/infra/db';
import type { Actor } from '@portal/proto/rpc/actor';
import { chargeSearch, computeOrder, getCardAuthorization, payOrder } from '@portal/proto/rpc/payments';
import { SessionEndConsumer } from '../src/preauthorization/session-end.consumer.js';
import type { CardSteps } from './card-steps.js';
import { newPayer } from './payments-under-test.js';

export const MINUTE = 60_000;

export const cardPayer = (over: Partial<Actor> = {}) => newPayer({ paymentMethod: 'CREDIT_CARD' }, over);

/**
 * What payers with a card authorization do, and what the portal and the provider have stored after that. `steps` is a
 * function, because tests call `preauthorizationSteps` before the card steps have started.
 */
export const preauthorizationSteps = (steps: () => CardSteps) => ({
  /** Runs the work some minutes later, then resets the service's clock, because the provider's clock does not move. */
  later: async <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
    const { clock } = steps().payments;
    clock.advance(minutes * MINUTE);
    return work().finally(() => clock.advance(-minutes * MINUTE));
  },
  search: (actor: Actor, key: string = randomUUID()) =>
    steps().payments.rpc.callOrThrow(chargeSearch, { item: 'searchByName', key }, { actor }),
  left: (actor: Actor) => steps().payments.rpc.callOrThrow(getCardAuthorization, {}, { actor }),
  price: (actor: Actor, documentKey: string, pagesSelected = '1-3') =>
    steps().payments.rpc.callOrThrow(
      computeOrder,
      { documentKey, pageSelectionMethod: 'CSV_PAGES', pagesSelected },
      { actor },
    ),
  pay: (actor: Actor, imageStateGuid: string) =>
    steps().payments.rpc.callOrThrow(payOrder, { imageStateGuid }, { actor }),
  endSession: async ({ session, user, county }: Actor): Promise<void> => {
    const [replica] = steps().payments.replicas;
    const consumer = replica?.get(SessionEndConsumer);
    const event = { payload: { session: session ?? '', user: user ?? '', reason: 1, tokenHash: '' } };
    await replica
      ?.get(Database)
      .withCounty(county, async (tx) =>
        consumer?.onSessionEnded(event as Parameters<SessionEndConsumer['onSessionEnded']>[0], tx),
      );
  },
  authorizations: (actor: Actor) =>
    steps().ask<{ state: string; used: string; captured: string | null; reason: string | null }>(
      `SELECT state, used_minor AS used, captured_minor AS captured, close_reason AS reason
         FROM payments.card_authorization WHERE user_id = $1 ORDER BY created_at, state`,
      [actor.user],
    ),
  atProvider: async (id: string) => (await steps().sandbox.book()).find(({ transId }) => transId === id),
});
