import type { Clock } from '@portal/infra/clock';
import {
  CardProvider,
  ProviderUnavailable,
  type HostedSession,
  type HostedSessionRequest,
  type KeyCheck,
  type Mutation,
  type MutationOutcome,
  type ProviderTransaction,
  type SettledTransaction,
  type WebhookCheck,
} from '../src/cards/card-provider.js';

/** The outcomes of a payment on the card page. */
export const payModes = [
  'good',
  'decline',
  'held',
  'wrongAmount',
  'wrongInvoice',
  'authOnly',
  'twice',
] as const;
export type PayMode = (typeof payModes)[number];

export interface BookedPayment extends ProviderTransaction {
  readonly county: string;
}

const HOUR_MS = 60 * 60_000;

/** How the provider treats the merchant of one county. */
interface Moods {
  isDown: boolean;
  /** What gets lost when the portal next changes a payment at the provider: the request, or only its answer. */
  loses: 'request' | 'answer' | undefined;
}

/** A card provider in memory with its own record of money. It can be down, and lose requests or answers. */
export class MemoryCards extends CardProvider {
  readonly id = 'sandbox' as const;
  readonly tokenLivesMs = 15 * 60_000;
  readonly book = new Map<string, BookedPayment>();
  private readonly moods = new Map<string, Moods>();
  private readonly tokens = new Map<string, HostedSessionRequest>();

  constructor(private readonly clock: Clock) {
    super();
  }

  checkKeys(): Promise<KeyCheck> {
    return Promise.resolve({ outcome: 'ACCEPTED', account: undefined });
  }

  merchantOf(county: string): Promise<string> {
    return Promise.resolve(`merchant of ${county}`);
  }

  moodsOf(county: string): Moods {
    const known = this.moods.get(county) ?? { isDown: false, loses: undefined };
    this.moods.set(county, known);
    return known;
  }

  async createHostedSession(request: HostedSessionRequest): Promise<HostedSession> {
    this.refuseWhenDown(request.county);
    const token = `token-${this.tokens.size}`;
    this.tokens.set(token, request);
    return { token, formAction: 'http://pay/', frameOrigin: 'http://pay' };
  }

  /**
   * Presses Pay.
   * @returns the transaction that the page reports
   */
  pay(token: string, mode: PayMode): string {
    const request = this.tokens.get(token);
    if (!request) throw new Error('no such token');
    const id = this.add(request, mode);
    if (mode === 'twice') this.add(request, 'good');
    return id;
  }

  async fetchTransaction(county: string, transactionId: string): Promise<ProviderTransaction | undefined> {
    this.refuseWhenDown(county);
    const found = this.book.get(transactionId);
    return found?.county === county ? found : undefined;
  }

  async findByReference(county: string, refId: string): Promise<string[]> {
    this.refuseWhenDown(county);
    return this.of(county)
      .filter(({ invoice }) => invoice === refId)
      .map(({ id }) => id);
  }

  capture({ county, transactionId }: Mutation, amount: bigint): Promise<MutationOutcome> {
    return this.change(county, transactionId, (found) =>
      found.status === 'AUTHORIZED' && amount <= found.authorized
        ? { ...found, status: 'CAPTURED', settling: amount }
        : undefined,
    );
  }

  void({ county, transactionId }: Mutation): Promise<MutationOutcome> {
    return this.change(county, transactionId, (found) =>
      found.status === 'SETTLED' ? undefined : { ...found, status: 'VOIDED', settling: 0n },
    );
  }

  /**
   * Refunds only settled money. As at the real provider, a repeated request makes another refund if enough of the
   * payment is left.
   */
  refund({ county, transactionId }: Mutation, amount: bigint): Promise<MutationOutcome> {
    return this.change(county, transactionId, (found) => {
      if (found.status !== 'SETTLED' || found.refundOf !== null) return undefined;
      const id = this.nextId();
      const submittedAt = this.clock.now();
      const back = { status: 'REFUNDED' as const, refundOf: found.id, authorized: amount, settling: amount };
      this.book.set(id, { ...found, ...back, id, submittedAt });
      return found;
    });
  }

  /** Returns how many cents of a settled payment were refunded. */
  refunded(id: string): bigint {
    const refunds = [...this.book.values()].filter(({ refundOf }) => refundOf === id);
    return refunds.reduce((sum, { settling }) => sum + settling, 0n);
  }

  /** Settles the captured payments, as the nightly batch does. */
  settle(county: string): void {
    for (const payment of this.of(county))
      if (payment.status === 'CAPTURED') this.book.set(payment.id, { ...payment, status: 'SETTLED' });
  }

  verifyWebhook(): Promise<WebhookCheck> {
    return Promise.resolve({ kind: 'FORGED' });
  }

  async *unsettled(county: string): AsyncIterable<SettledTransaction> {
    this.refuseWhenDown(county);
    for (const payment of this.of(county)) yield { ...payment, batchId: '', settled: payment.settling };
  }

  async *settled(): AsyncIterable<SettledTransaction> {
    // empty, because `unsettled` lists all payments, including settled ones
  }

  of(county: string): BookedPayment[] {
    return [...this.book.values()].filter((payment) => payment.county === county);
  }

  /** Decides all held transactions, as a person at the provider would. */
  review(county: string, approve: boolean): void {
    for (const payment of this.of(county)) {
      if (payment.status !== 'HELD') continue;
      const status = payment.mode === 'AUTH' ? ('AUTHORIZED' as const) : ('CAPTURED' as const);
      this.book.set(
        payment.id,
        approve ? { ...payment, status, approved: true } : { ...payment, status: 'DECLINED', settling: 0n },
      );
    }
  }

  private add({ county, refId, amount, mode }: HostedSessionRequest, how: PayMode): string {
    const id = this.nextId();
    const kind = how === 'authOnly' ? 'AUTH' : mode;
    const status = kind === 'AUTH' ? ('AUTHORIZED' as const) : ('CAPTURED' as const);
    const authorized = how === 'wrongAmount' ? amount + 100n : amount;
    this.book.set(id, {
      ...{ id, county, mode: kind, authorized, settling: how === 'decline' ? 0n : authorized },
      status: how === 'decline' ? 'DECLINED' : how === 'held' ? 'HELD' : status,
      approved: how !== 'decline' && how !== 'held',
      invoice: how === 'wrongInvoice' ? `X${refId.slice(1)}` : refId,
      ...{ requestRef: null, refundOf: null },
      submittedAt: this.clock.now(),
    });
    return id;
  }

  private nextId(): string {
    return String(60_000_000_001 + this.book.size);
  }

  private async change(
    county: string,
    id: string,
    make: (found: BookedPayment) => BookedPayment | undefined,
  ): Promise<MutationOutcome> {
    const moods = this.moodsOf(county);
    const lost = moods.loses;
    moods.loses = undefined;
    if (moods.isDown || lost === 'request') return 'UNKNOWN';
    const found = this.book.get(id);
    const changed = found?.county === county ? make(found) : undefined;
    if (changed) this.book.set(id, changed);
    if (lost === 'answer') return 'UNKNOWN';
    return changed ? 'OK' : 'DECLINED';
  }

  private refuseWhenDown(county: string): void {
    if (this.moodsOf(county).isDown) throw new ProviderUnavailable('down');
  }
}

/** The time between two sweeps: longer than a token's life, a grace period and a lease together. */
export const LONG_AFTER_MS = HOUR_MS;
