import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Asset } from '@portal/proto/rpc/payments';
import { AccountClosingService } from '../src/account-closing/account-closing.service.js';
import { AddOnPurchase } from '../src/add-ons/add-on-purchase.js';
import { AddOnService } from '../src/add-ons/add-on.service.js';
import { AttemptRepository } from '../src/attempts/attempt.repository.js';
import { CardSweeper } from '../src/sweeps/card-sweeper.js';
import { AttemptSettler } from '../src/attempts/attempt-settler.js';
import { PaymentReport } from '../src/attempts/payment-report.js';
import { BalanceService } from '../src/balances/balance.service.js';
import { DepositService } from '../src/deposits/deposit.service.js';
import { PaymentService } from '../src/orders/payment.service.js';
import { CashierService } from '../src/cashier/cashier.service.js';
import { CorrectionService } from '../src/cashier/correction.service.js';
import { TaskCharge } from '../src/account-tasks/task-charge.js';
import { taskKey } from '../src/account-tasks/task-charge.rules.js';
import { systemActor } from '@portal/infra/rpc';
import type { AccountTask } from '@portal/proto/http/billing';
import type { OfficeKind } from '@portal/proto/http/cashier';
import { AccountFundsService } from '../src/balances/account-funds.service.js';
import { QuoteService } from '../src/orders/quote.service.js';
import { VisitService } from '../src/orders/visit.service.js';
import { CardAuthorizations } from '../src/authorizations/card-authorizations.js';
import { PreauthorizationService } from '../src/preauthorization/preauthorization.service.js';
import { SearchChargeService } from '../src/searches/search-charge.service.js';
import type { MemoryCards, PayMode } from './memory-cards.js';
import { changedTariff, changedTerms, type FeeChange } from './money-fees.js';
import { MoneyFilings, type FilingPage } from './money-filings.js';
import { newPayer, seenOf, type PaymentsUnderTest } from './payments-under-test.js';

const communicatorUrl = 'http://localhost/communicator.html';
const correlationId = 'property';
/** The index of the first payer who pays from a card authorization. */
const FIRST_CARD_PAYER = 3;

const INVOICE_PAYER = 5;

/** An entry that a clerk makes; `id` is its key. */
type OfficeStep = Parameters<CashierService['enter']>[1];

type OpenPage = Omit<FilingPage, 'purpose'> & { readonly purpose: 'DEPOSIT' | 'PREAUTH' | 'EFILE' };

/** One county with its payers, on which a sequence of steps runs; steps may run concurrently. */
export class MoneyWorld {
  private readonly payers: readonly (Actor & { account: string })[];
  private readonly clerks: readonly [Actor, Actor];
  private readonly pages: OpenPage[] = [];
  private readonly paid: string[] = [];
  private readonly entered: OfficeStep[] = [];
  /** Keys of the months that the payments service has reported as charged. */
  private readonly charged = new Set<string>();
  private readonly visits: { actor: Actor; guid: string }[] = [];
  readonly filings: MoneyFilings;

  constructor(
    private readonly payments: PaymentsUnderTest,
    private readonly cards: MemoryCards,
    /**
     * `brokenCounties`: the counties whose page images cannot be read. `armed`: the fault that happens at each
     * failpoint in `county`.
     */
    private readonly faults: {
      readonly brokenCounties: Set<string>;
      readonly armed: Map<string, 'throw' | 'delay'>;
    },
    readonly county: string,
  ) {
    const clerk = (): Actor => newPayer({}, { county, role: 'COUNTY' });
    this.clerks = [clerk(), clerk()];
    this.payers = [
      newPayer({}, { county }),
      newPayer({}, { county }),
      newPayer({ accountType: 'FLAT_FEE' }, { county }),
      newPayer({ paymentMethod: 'CREDIT_CARD' }, { county }),
      newPayer({ paymentMethod: 'CREDIT_CARD' }, { county, role: 'GUEST' }),
      newPayer({ paymentMethod: 'INVOICE' }, { county }),
    ];
    const byInvoice = this.payer(INVOICE_PAYER).account;
    payments.accounts.methods.set(byInvoice, 'INVOICE');
    this.filings = new MoneyFilings(
      county,
      (token) => this.get(token),
      (page) => this.pages.push(page),
    );
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

  /** Lets the office enter a payment, a refund or a correction for a payer; the form may be sent twice at once. */
  async enter(who: number, kind: OfficeKind, amount: number, twice: boolean): Promise<void> {
    const entry: OfficeStep = {
      ...{ id: randomUUID(), account: this.payer(who).account, kind, amount },
      means: kind === 'CORRECTION' ? null : 'CHECK',
      ...{ number: '1', note: 'property', pays: 'BALANCE' },
    };
    this.entered.push(entry);
    const send = () => this.get(CashierService).enter(this.clerks[0], entry, correlationId);
    await Promise.all(twice ? [send(), send()] : [send()]);
  }

  /** Sends a form once more, as after a lost answer. */
  async enterAgain(entry: number): Promise<void> {
    const found = pick(this.entered, entry);
    if (found) await this.get(CashierService).enter(this.clerks[0], found, correlationId);
  }

  /** Lets a clerk decide a correction; with `twice`, the second clerk decides the opposite at the same moment. */
  async decide(entry: number, clerk: 0 | 1, approve: boolean, twice: boolean): Promise<void> {
    const found = pick(this.entered, entry);
    if (!found) return;
    const decide = (actor: Actor, yes: boolean) =>
      this.get(CorrectionService).decide(actor, { id: found.id, approve: yes, note: '' }, correlationId);
    const actor = this.clerks[clerk];
    await Promise.all(
      twice ? [decide(actor, approve), decide(this.clerks[1], !approve)] : [decide(actor, approve)],
    );
  }

  /** Lets the office delete the account of a payer, who may be doing something else at that moment. */
  async close(who: number): Promise<void> {
    const seen = await seenOf(this.get(AccountFundsService), this.clerks[0], this.payer(who));
    await this.get(AccountClosingService).close(this.clerks[0], seen, correlationId);
  }

  /** Leaves a payer only the money for one page, and deletes the account while the payer buys that page. */
  async closeWhileBuying(who: number, document: number): Promise<void> {
    const byImages = this.payer(who).terms?.accountType === 'FLAT_FEE';
    await this.give(who, 'USD', byImages ? 0 : 200);
    await this.give(who, 'IMG', byImages ? 1 : 0);
    await this.price(who, document, '1');
    await Promise.all([this.pay(0), this.close(who)]);
    await this.close(who);
  }

  /**
   * Asks the payments service to charge a month of a task, as the billing service does, and asks again after each lost
   * answer.
   */
  async chargeTask(who: number, task: AccountTask, month: number, twice: boolean): Promise<void> {
    const { account } = this.payer(who);
    const asked = {
      ...{ account, task, period: `2027-${String(month + 1).padStart(2, '0')}` },
      ...{ funding: month % 2 === 0 ? ('ESCROW' as const) : ('INVOICE' as const), amount: 700 },
      ...{ images: task === 'IMAGE_RENEWAL' ? 25 : null, unlimitedUntil: null },
      notAfter: new Date(Date.UTC(2999, 0, 1) + performance.now()).toISOString(),
    };
    const charge = () =>
      this.get(TaskCharge).charge(systemActor(this.county, 'billing'), asked, correlationId);
    for (const answer of await Promise.all(twice ? [charge(), charge()] : [charge()]))
      if (answer.ok) this.charged.add(taskKey(asked));
  }

  /** Months that the payments service has reported as charged but that have no entry (I9). */
  async uncharged(): Promise<string[]> {
    const entries = await this.payments.database.asAdmin<{ key: string }>(
      `SELECT op_key AS key FROM payments.journal_entry
        WHERE county_id = $1 AND op_type IN ('MONTHLY_FEE', 'IMAGE_RENEWAL')`,
      [this.county],
    );
    const posted = new Set(entries.map(({ key }) => key));
    return [...this.charged].filter((key) => !posted.has(key)).map((key) => `I9 ${key} has no entry`);
  }

  /** Prices a document, pays for it and submits it. With two windows, a card pays for the document in each window. */
  async file(who: number, pages: number, windows = 1): Promise<void> {
    const before = this.filings.count;
    await this.filings.price(this.payer(who), pages);
    if (this.filings.count === before) return;
    const pagesBefore = this.pages.length;
    for (let n = 0; n < windows; n += 1) await this.filings.openCard(0);
    for (let n = this.pages.length - pagesBefore - 1; n >= 0; n -= 1) {
      this.payOnPage(n, 'good');
      await this.report(n, 0);
    }
    await this.filings.hold(0, false);
  }

  priceFiling(who: number, pages: number): Promise<void> {
    return this.filings.price(this.payer(who), pages);
  }

  /** Submits a document while the office deletes the account. */
  async closeWhileFiling(who: number): Promise<void> {
    await this.give(who, 'USD', 1_450);
    await this.priceFiling(who, 3);
    await Promise.all([this.filings.hold(0, false), this.close(who)]);
  }

  /**
   * Submits a document. Its fee is taken on arrival, which leaves the account empty. Then the office deletes the
   * account and rejects the document.
   */
  async closeAfterFiling(who: number): Promise<void> {
    this.changeFees({ more: 0, percent: 0, chargeWhen: 'SUBMITTED' });
    await this.give(who, 'USD', 1_450);
    await this.priceFiling(who, 3);
    await this.filings.hold(0, false);
    await this.close(who);
    await this.filings.settle(0, false, false);
  }

  /** Lets the county save other fees; what was priced before keeps its price. */
  changeFees(change: FeeChange): void {
    const { terms, prices } = this.payments;
    terms.ofCounties.set(this.county, changedTerms(terms.terms, change));
    prices.ofCounties.set(this.county, changedTariff(prices.tariff, change));
  }

  /** Lets the provider close the day's batch. */
  closeBatch(): void {
    this.cards.settle(this.county);
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

  /** Reports some transaction for some card page. Usually, the transaction was paid on another page. */
  async report(page: number, payment: number): Promise<void> {
    const open = pick(this.pages, page);
    if (!open) return;
    const { actor, attemptId, purpose } = open;
    const transId = pick(this.paid, payment) ?? '60000000000';
    await this.get(PaymentReport).receive(actor, { attemptId, purpose, transId });
  }

  /** Settles an attempt with a paid transaction, as after a notification; the transaction may be another attempt's. */
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

  /** Repeats a search, as after a lost answer; it is charged once. */
  async searchAgain(who: number, key: number): Promise<void> {
    for (let n = 0; n < 2; n += 1) await this.search(who, key);
  }

  /** Runs separately charged searches until a card has no money left. */
  async spend(who: number): Promise<void> {
    for (let n = 0; n < 3; n += 1) await this.search(who, this.visits.length * 10 + 6 + n);
  }

  /**
   * Ends the session at a moment when a search has found the authorization but is not charged yet. The end of the
   * session captures the used amount.
   */
  async spendWhileClosing(who: number): Promise<void> {
    this.arm('card-spending', 'delay');
    await Promise.all([this.search(who, this.visits.length * 10 + 9), this.closeCards(who)]);
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

  endSession(who: number): Promise<void> {
    return this.endSessionOf(this.payer(who).session);
  }

  private endSessionOf(session: string | null): Promise<void> {
    return this.get(Database).withCounty(this.county, async (tx) => {
      await this.get(AttemptRepository).markSessionEnded(tx, session ?? '');
      await this.get(CardAuthorizations).closeEndedSession(tx, session ?? '');
    });
  }

  /** Makes a document unreadable, so that its purchase fails. */
  breakPages(broken: boolean): void {
    if (broken) this.faults.brokenCounties.add(this.county);
    else this.faults.brokenCounties.delete(this.county);
  }

  /** Sends a payer through the card page to a successful end. */
  async settleOnPage(who: number, amount: number): Promise<void> {
    const before = this.pages.length;
    await this.openPage(who, amount);
    if (this.pages.length === before) return;
    this.payOnPage(0, 'good');
    await this.report(0, 0);
  }

  /** Makes a complete purchase. */
  async buy(who: number, document: number, pages: string): Promise<void> {
    await this.price(who, document, pages);
    await this.pay(0);
  }

  /** Signs a card payer out and lets the sweeper close the session's authorization. */
  async closeCards(who: number): Promise<void> {
    await this.endSession(who);
    await this.sweep(0);
  }

  /** Arms a fault for a failpoint: the county's next task that reaches the failpoint gets the fault. */
  arm(place: string, what: 'throw' | 'delay'): void {
    this.faults.armed.set(place, what);
  }

  setDown(down: boolean): void {
    this.cards.moodsOf(this.county).isDown = down;
  }

  lose(what: 'request' | 'answer' | undefined): void {
    this.cards.moodsOf(this.county).loses = what;
  }

  async sweep(minutes: number): Promise<void> {
    this.payments.clock.advance(minutes * 60_000);
    await this.get(CardSweeper).run();
  }

  /**
   * Ends the faults, decides the held payments and the waiting filings, and ends the sessions of payers by card.
   * @param loses what gets lost when the portal next changes a payment at the provider: the request, or only its answer
   */
  async calmDown(approve: boolean, loses: 'request' | 'answer' | undefined): Promise<void> {
    this.setDown(false);
    this.breakPages(false);
    this.cards.review(this.county, approve);
    await this.filings.settleAll(approve);
    this.lose(loses);
    for (const { session } of this.payers.slice(FIRST_CARD_PAYER)) await this.endSessionOf(session);
  }

  private payer(who: number): Actor & { account: string } {
    const found = this.payers[who];
    if (!found) throw new Error('no payer');
    return found;
  }

  private get<T>(token: Type<T>): T {
    const [replica] = this.payments.replicas;
    if (!replica) throw new Error('no replica');
    return replica.get(token);
  }
}

/** Returns the item at an index; 0 is the newest. */
const pick = <T>(things: readonly T[], index: number): T | undefined =>
  things.length === 0
    ? undefined
    : things[(things.length - 1 - (index % things.length) + things.length) % things.length];
