import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Asset } from '@portal/proto/rpc/payments';
import { AddOnPurchase } from '../src/add-ons/add-on-purchase.js';
import { AddOnService } from '../src/add-ons/add-on.service.js';
import { CardSweeper } from '../src/attempts/card-sweeper.js';
import { AttemptSettler } from '../src/attempts/attempt-settler.js';
import { PaymentReport } from '../src/attempts/payment-report.js';
import { BalanceService } from '../src/balances/balance.service.js';
import { DepositService } from '../src/deposits/deposit.service.js';
import { Completer } from '../src/orders/completer.js';
import { PaymentService } from '../src/orders/payment.service.js';
import { QuoteService } from '../src/orders/quote.service.js';
import { VisitService } from '../src/orders/visit.service.js';
import { CardAuthorizations } from '../src/preauthorization/card-authorizations.js';
import { PreauthorizationService } from '../src/preauthorization/preauthorization.service.js';
import { SearchChargeService } from '../src/searches/search-charge.service.js';
import { brokenInvariants, invariants } from './invariants.js';
import { LONG_AFTER_MS, type MemoryCards, type PayMode } from './memory-cards.js';
import { newPayer, type PaymentsUnderTest } from './payments-under-test.js';

const communicatorUrl = 'http://localhost/communicator.html';
const correlationId = 'property';

interface OpenPage {
  readonly actor: Actor;
  readonly attemptId: string;
  readonly token: string;
  readonly purpose: 'DEPOSIT' | 'PREAUTH';
}

/** One county with its payers, on which a sequence of steps runs; each step may meet the others. */
export class MoneyWorld {
  private readonly payers: readonly (Actor & { account: string })[];
  private readonly pages: OpenPage[] = [];
  private readonly paid: string[] = [];
  private readonly visits: { actor: Actor; guid: string }[] = [];

  constructor(
    private readonly payments: PaymentsUnderTest,
    private readonly cards: MemoryCards,
    readonly county: string,
  ) {
    this.payers = [
      newPayer({}, { county }),
      newPayer({}, { county }),
      newPayer({ accountType: 'FLAT_FEE' }, { county }),
      newPayer({ paymentMethod: 'CREDIT_CARD' }, { county }),
      newPayer({ paymentMethod: 'CREDIT_CARD' }, { county, role: 'GUEST' }),
    ];
  }

  async give(who: number, asset: Asset, balance: number): Promise<void> {
    const { account } = this.payer(who);
    const staff = newPayer({}, { county: this.county, role: 'COUNTY' });
    await this.get(BalanceService).override(
      staff,
      { key: randomUUID(), account, asset, balance, reason: 'property' },
      correlationId,
    );
  }

  async openPage(who: number, amount: number): Promise<void> {
    const actor = this.payer(who);
    const byCard = actor.terms?.paymentMethod === 'CREDIT_CARD';
    const opened = byCard
      ? await this.get(PreauthorizationService).open(actor, { communicatorUrl }, correlationId)
      : await this.get(DepositService).open(actor, { amount, communicatorUrl }, correlationId);
    const purpose = byCard ? 'PREAUTH' : 'DEPOSIT';
    if (opened.ok) this.pages.push({ actor, purpose, ...opened.value });
  }

  payOnPage(page: number, mode: PayMode): void {
    const open = pick(this.pages, page);
    if (open) this.paid.push(this.cards.pay(open.token, mode));
  }

  /** Reports any transaction for any page: mostly the wrong one. */
  async report(page: number, payment: number): Promise<void> {
    const open = pick(this.pages, page);
    if (!open) return;
    const { actor, attemptId, purpose } = open;
    const transId = pick(this.paid, payment) ?? '60000000000';
    await this.get(PaymentReport).receive(actor, { attemptId, purpose, transId });
  }

  /** A notification has led to an attempt, right or wrong. */
  async hint(page: number, payment: number): Promise<void> {
    const open = pick(this.pages, page);
    const transactionId = pick(this.paid, payment);
    if (!open || transactionId === undefined) return;
    await this.get(AttemptSettler).settleAttempt(this.county, open.attemptId, transactionId);
  }

  async price(who: number, document: number, pages: string): Promise<void> {
    const actor = this.payer(who);
    const request = {
      documentKey: `A${document}`,
      pageSelectionMethod: 'CSV_PAGES' as const,
      pagesSelected: pages,
    };
    const quote = await this.get(QuoteService).compute(actor, request, correlationId);
    if (quote.ok) this.visits.push({ actor, guid: quote.value.imageStateGuid });
  }

  async pay(visit: number): Promise<void> {
    const found = pick(this.visits, visit);
    if (!found) return;
    const call = { correlationId, remainingMs: () => 5_000 };
    await this.get(PaymentService).pay(found.actor, found.guid, call);
  }

  async cancel(visit: number): Promise<void> {
    const found = pick(this.visits, visit);
    if (found) await this.get(VisitService).cancel(found.actor, found.guid);
  }

  async search(who: number, key: number): Promise<void> {
    const charge = { item: 'searchByName' as const, key: `search-${key}` };
    await this.get(SearchChargeService).charge(this.payer(who), charge, correlationId);
  }

  async buyBundle(who: number, option: string, twice: boolean): Promise<void> {
    const actor = this.payer(who);
    const listed = await this.get(AddOnService).list(actor);
    if (!listed.ok) return;
    const guid = listed.value.imageStateGuid;
    await this.get(AddOnService).confirm(actor, guid, option);
    const buy = () => this.get(AddOnPurchase).buy(actor, guid, correlationId);
    await Promise.all(twice ? [buy(), buy()] : [buy()]);
  }

  async endSession(who: number): Promise<void> {
    const { session } = this.payer(who);
    await this.get(Database).withCounty(this.county, (tx) =>
      this.get(CardAuthorizations).closeEndedSession(tx, session ?? ''),
    );
  }

  /** What cannot be read of a document fails its purchase. */
  breakPages(broken: boolean): void {
    this.payments.renderer.beforeWriting = () =>
      Promise.resolve(broken ? ('PAGE_IMAGE_MISSING' as const) : undefined);
  }

  async sweep(minutes: number): Promise<void> {
    this.payments.clock.advance(minutes * 60_000);
    await this.get(CardSweeper).run();
  }

  /** All faults are over, everything that waits is finished. */
  async calmDown(approve: boolean): Promise<void> {
    this.cards.isDown = false;
    this.cards.loses = undefined;
    this.breakPages(false);
    this.cards.review(this.county, approve);
    await this.get(Completer).run();
    for (let hour = 0; hour < 2; hour += 1) {
      this.payments.clock.advance(LONG_AFTER_MS);
      await this.get(CardSweeper).run();
    }
    for (const { session } of this.payers)
      await this.get(Database).withCounty(this.county, (tx) =>
        this.get(CardAuthorizations).closeEndedSession(tx, session ?? ''),
      );
    await this.get(CardSweeper).run();
  }

  /** Invariants that do not hold in this county. */
  async broken(): Promise<string[]> {
    const database = this.get(Database);
    const inCounty = await database.withCounty(this.county, (tx) =>
      brokenInvariants((statement, params) => tx.rows(statement, params), invariants),
    );
    return [...inCounty, ...(await this.brokenMoney()), ...(await this.unfinished())];
  }

  /**
   * Each payment of the provider has one entry, and no entry is without one (I8). Not credited, rightly: what is not what
   * was asked for, and the second payment of one page; a person gives them back.
   */
  private async brokenMoney(): Promise<string[]> {
    const rows = await this.rows<{ id: string; taken: string; ref: string }>(
      `SELECT coalesce(t.provider_txn_id, c.provider_txn_id) AS id, -p.amount_minor AS taken,
              coalesce(t.ref_id, ct.ref_id) AS ref FROM posting p
         JOIN journal_entry e ON e.id = p.entry_id
         JOIN ledger_account a ON a.id = p.ledger_account_id AND a.kind = 'cash_clearing'
         LEFT JOIN payment_attempt t ON e.op_type = 'DEPOSIT' AND t.id::text = e.op_key
         LEFT JOIN card_authorization c ON e.op_type = 'CARD_CAPTURE' AND c.id::text = e.op_key
         LEFT JOIN payment_attempt ct ON ct.id = c.attempt_id`,
    );
    const posted = new Set(rows.map(({ id }) => id));
    const attempts = await this.rows<{ ref: string; expected: string; mode: string }>(
      'SELECT ref_id AS ref, expected_minor AS expected, mode FROM payment_attempt',
    );
    const problems = rows.length === posted.size ? [] : ['I8 a payment has two entries'];
    for (const { id, taken, ref } of rows) {
      const payment = this.cards.book.get(id);
      const paid = payment?.status === 'CAPTURED' && payment.settling === BigInt(taken);
      if (!paid || payment.invoice !== ref) problems.push(`I8 entry of ${id}`);
    }
    for (const { ref, expected, mode } of attempts) {
      const good = this.cards
        .of(this.county)
        .filter(
          (payment) =>
            payment.invoice === ref &&
            payment.mode === mode &&
            payment.authorized === BigInt(expected) &&
            payment.status === 'CAPTURED',
        );
      const entries = good.filter(({ id }) => posted.has(id)).length;
      if (entries !== Math.min(good.length, 1))
        problems.push(`I8 ${good.length} payments of ${ref}, ${entries} entries`);
    }
    return problems;
  }

  private async unfinished(): Promise<string[]> {
    const rows = await this.rows<{ what: string }>(
      `SELECT 'attempt ' || state AS what FROM payment_attempt WHERE state IN ('CREATED', 'TOKEN_ISSUED', 'HELD_FOR_REVIEW')
       UNION ALL SELECT 'authorization ' || state FROM card_authorization WHERE state IN ('AUTHORIZED', 'CLOSING', 'FAILED')
       UNION ALL SELECT 'order ' || state FROM download_order WHERE state IN ('HELD', 'RENDERED')
       UNION ALL SELECT 'hold' FROM hold WHERE state = 'PENDING'
       UNION ALL SELECT 'card use' FROM card_use WHERE state = 'PENDING'`,
    );
    return rows.map(({ what }) => `I12 unfinished: ${what}`);
  }

  private rows<R extends object>(statement: string): Promise<R[]> {
    return this.get(Database).withCounty(this.county, (tx) => tx.rows<R>(statement));
  }

  private payer(who: number): Actor & { account: string } {
    const found = pick(this.payers, who);
    if (!found) throw new Error('no payer');
    return found;
  }

  private get<T>(token: Type<T>): T {
    const [replica] = this.payments.replicas;
    if (!replica) throw new Error('no replica');
    return replica.get(token);
  }
}

/** Any of the things that are there, the newest for 0. */
const pick = <T>(things: readonly T[], index: number): T | undefined =>
  things.length === 0
    ? undefined
    : things[(things.length - 1 - (index % things.length) + things.length) % things.length];
