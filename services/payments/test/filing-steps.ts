import { randomUUID } from 'node:crypto';
import { systemActor } from '@portal/infra/rpc';
import type { EfileType } from '@portal/proto/efile';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  getBalance,
  holdFiling,
  openFilingCard,
  priceFiling,
  settleFiling,
} from '@portal/proto/rpc/payments';
import { brokenMoney, type CardSteps } from './card-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';

const office = systemActor('lake', 'imaging');
const communicatorUrl = 'http://localhost:8080/LandShark/communicator.html';

/** The fee of a land record of 3 pages, in cents. */
export const fee = 1_450;

interface Document {
  readonly filing?: string;
  readonly efileType?: EfileType;
  readonly pages?: number;
  readonly replaces?: string | null;
}

/**
 * Steps of a user who e-files, of the card page and of the office. `steps` is a function, because tests call
 * `filingSteps` before the card steps have started.
 */
export const filingSteps = (steps: () => CardSteps) => {
  const rpc = () => steps().payments.rpc;

  const price = async (actor: Actor, document: Document = {}) => {
    const asked = {
      ...{ filing: randomUUID(), efileType: 'LR' as const, pages: 3, replaces: null },
      ...document,
    };
    const charges = await rpc().callOrThrow(priceFiling, asked, { actor });
    return { filing: asked.filing, charges };
  };
  const hold = (actor: Actor, filing: string, replaces: string | null = null, sending?: number) =>
    rpc().call(holdFiling, { filing, replaces, sending }, { actor });
  const openCard = (actor: Actor, filing: string | null, amount: number | null = null) =>
    rpc().call(openFilingCard, { filing, amount, communicatorUrl }, { actor });

  /** Pays for a filing on the card page, and reports the payment. */
  const payByCard = async (actor: Actor, filing: string) => {
    const opened = await openCard(actor, filing);
    if (!opened.ok) throw new Error(opened.code);
    const payment = await steps().pay(opened.value);
    const told = await steps().report(actor, opened.value.attemptId, payment, 'EFILE');
    if (!told.ok || told.value.outcome !== 'CREDITED') throw new Error(`not paid: ${JSON.stringify(told)}`);
    return { attempt: opened.value.attemptId, payment };
  };

  return {
    price,
    hold,
    openCard,
    payByCard,
    settle: (filing: string, taken: boolean) =>
      rpc().call(settleFiling, { filing, taken }, { actor: office }),
    /** Makes a filing that a card has paid for and that is not sent yet. */
    paidByCard: async (actor = newPayer({ paymentMethod: 'CREDIT_CARD' })) => {
      const { filing } = await price(actor);
      return { actor, filing, ...(await payByCard(actor, filing)) };
    },
    /** Prices a document in a county that takes fees when documents arrive. */
    priceTakenEarly: async (actor: Actor, document: Document = {}) => {
      const { terms } = steps().payments;
      const before = terms.terms;
      terms.terms = { ...before, efileFees: { ...before.efileFees, chargeWhen: 'SUBMITTED' } };
      return price(actor, document).finally(() => (terms.terms = before));
    },
    escrowPayer: async (cents: number) => {
      const actor = newPayer();
      await steps().payments.give(actor.account, 'USD', cents);
      return actor;
    },
    available: async (actor: Actor) =>
      (await rpc().callOrThrow(getBalance, { account: null }, { actor }))?.available,
    stateOf: async (filing: string) => {
      const asked = 'SELECT state FROM payments.filing_charge WHERE id = $1';
      return (await steps().ask<{ state: string }>(asked, [filing]))[0]?.state;
    },
    /**
     * Returns every invariant that does not hold, including those that compare the ledger with the provider's records.
     */
    broken: async () => [
      ...(await brokenInvariants((statement, params) => steps().ask(statement, params))),
      ...(await brokenMoney(steps())),
    ],
  };
};
