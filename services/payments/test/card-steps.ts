import { testActor } from '@portal/infra/testing';
import { CardSweeper } from '../src/sweeps/card-sweeper.js';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  openDeposit,
  openPreauthorization,
  receiveWebhook,
  reportPayment,
  type CardSession,
} from '@portal/proto/rpc/payments';
import { SandboxUnderTest } from './sandbox-under-test.js';
import { startPayments, type PaymentsUnderTest } from './payments-under-test.js';

const communicatorUrl = 'http://localhost:8080/LandShark/communicator.html';

/** Steps of card payments against a service and a sandbox. */
export class CardSteps {
  constructor(
    readonly payments: PaymentsUnderTest,
    readonly sandbox: SandboxUnderTest,
  ) {}

  static async start(): Promise<CardSteps> {
    // passes the sandbox's notifications to the service, as the gateway does; `started` is empty only until the service
    // has started, and no notification comes before that
    const started: CardSteps[] = [];
    const sandbox = await SandboxUnderTest.start((sent) => {
      void started[0]?.notify(sent.raw, sent.signatures, sent.path.split('/').at(-1));
    });
    const steps = new CardSteps(await startPayments({ sandbox, replicas: 2 }), sandbox);
    started.push(steps);
    return steps;
  }

  openDeposit(actor: Actor, amount: number) {
    return this.payments.rpc.call(openDeposit, { amount, communicatorUrl }, { actor });
  }

  deposit(actor: Actor, amount = 10_000): Promise<CardSession> {
    return this.payments.rpc.callOrThrow(openDeposit, { amount, communicatorUrl }, { actor });
  }

  preauthorize(actor: Actor): Promise<CardSession> {
    return this.payments.rpc.callOrThrow(openPreauthorization, { communicatorUrl }, { actor });
  }

  /**
   * Pays on the card page.
   * @throws when the page reports no transaction
   */
  async pay({ token }: CardSession, card?: object): Promise<string> {
    const id = await this.sandbox.pay(token, card);
    if (id === undefined) throw new Error('the card page told no transaction');
    return id;
  }

  report(
    actor: Actor,
    attemptId: string | null,
    transId: string,
    purpose: 'DEPOSIT' | 'PREAUTH' | 'EFILE' = 'DEPOSIT',
  ) {
    return this.payments.rpc.call(reportPayment, { attemptId, purpose, transId }, { actor });
  }

  /**
   * Preauthorizes a session.
   * @returns the provider's transaction
   */
  async authorize(actor: Actor): Promise<string> {
    const session = await this.preauthorize(actor);
    const id = await this.pay(session);
    const told = await this.report(actor, session.attemptId, id, 'PREAUTH');
    if (!told.ok || told.value.outcome !== 'AUTHORIZED')
      throw new Error(`not authorized: ${JSON.stringify(told)}`);
    return id;
  }

  notify(raw: Buffer, signatures: readonly string[], county = 'lake') {
    const actor = testActor({
      county,
      role: 'ANONYMOUS',
      user: null,
      account: null,
      session: null,
      terms: null,
    });
    const body = { raw: raw.toString('base64'), signatures: [...signatures] };
    return this.payments.rpc.call(receiveWebhook, body, { actor });
  }

  /** Runs the sweeper once, `afterMs` milliseconds from now. */
  async sweep(afterMs = 0): Promise<void> {
    this.payments.clock.advance(afterMs);
    await this.payments.replicas[0]?.get(CardSweeper).run();
    this.payments.clock.advance(-afterMs);
  }

  async entries(): Promise<number> {
    const [row] = await this.ask<{ n: string }>('SELECT count(*) AS n FROM payments.journal_entry');
    return Number(row?.n);
  }

  /** Postings of an entry by kind of ledger account, in cents or images. */
  async postings(opType: string, opKey: string): Promise<Record<string, number>> {
    const rows = await this.ask<{ kind: string; amount: string }>(
      `SELECT a.kind, p.amount_minor AS amount FROM payments.posting p
         JOIN payments.journal_entry e ON e.id = p.entry_id JOIN payments.ledger_account a ON a.id = p.ledger_account_id
        WHERE e.op_type = $1 AND e.op_key = $2`,
      [opType, opKey],
    );
    return Object.fromEntries(rows.map(({ kind, amount }) => [kind, Number(amount)]));
  }

  async attempt(id: string): Promise<{ state: string; failure: string | null }> {
    const [row] = await this.ask<{ state: string; failure: string | null }>(
      'SELECT state, failure FROM payments.payment_attempt WHERE id = $1',
      [id],
    );
    if (!row) throw new Error(`no attempt ${id}`);
    return row;
  }

  ask<R extends object>(statement: string, params?: readonly unknown[]): Promise<R[]> {
    return this.payments.database.asAdmin<R>(statement, params);
  }

  async close(): Promise<void> {
    try {
      await this.payments.close();
    } finally {
      await this.sandbox.close();
    }
  }
}

/** Compares the merchant's money with the ledger (I8): for each transaction, the amount taken less refunds. */
export async function brokenMoney(steps: CardSteps): Promise<string[]> {
  const book = await steps.sandbox.book();
  const refunded = (payment: string) =>
    book
      .filter(({ refTransId, status }) => refTransId === payment && status.startsWith('refund'))
      .reduce((sum, { settleAmount }) => sum + settleAmount, 0);
  const taken = book
    .filter(({ status }) => status === 'capturedPendingSettlement' || status === 'settledSuccessfully')
    .map(({ transId, settleAmount }) => ({ transId, left: settleAmount - refunded(transId) }))
    .filter(({ left }) => left !== 0)
    .map(({ transId, left }) => `${transId} ${left}`);
  const rows = await steps.ask<{ line: string }>(
    `SELECT coalesce(t.provider_txn_id, c.provider_txn_id) || ' ' || -sum(p.amount_minor) AS line
       FROM payments.posting p JOIN payments.journal_entry e ON e.id = p.entry_id
       JOIN payments.ledger_account a ON a.id = p.ledger_account_id AND a.kind = 'cash_clearing'
       LEFT JOIN payments.payment_attempt t ON e.op_type IN ('DEPOSIT', 'EFILE_PAYMENT', 'EFILE_REFUND')
         AND t.id::text = e.op_key
       LEFT JOIN payments.card_authorization c ON e.op_type = 'CARD_CAPTURE' AND c.id::text = e.op_key
      GROUP BY coalesce(t.provider_txn_id, c.provider_txn_id) HAVING sum(p.amount_minor) <> 0`,
  );
  const posted = rows.map(({ line }) => line);
  return [
    ...taken.filter((line) => !posted.includes(line)).map((line) => `I8 without an entry: ${line}`),
    ...posted.filter((line) => !taken.includes(line)).map((line) => `I8 without a payment: ${line}`),
    ...(posted.length === new Set(posted).size ? [] : ['I8 an entry twice']),
  ];
}
