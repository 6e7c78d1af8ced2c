import type { Merchant } from './card-credentials.js';

/** AUTH: the amount is only authorized. SALE: the money is taken at once. */
export type CardMode = 'AUTH' | 'SALE';

export interface HostedSessionRequest {
  readonly county: string;
  /** Our reference, at most 20 characters; the provider shows it as the invoice number. */
  readonly refId: string;
  /** Cents. */
  readonly amount: bigint;
  readonly mode: CardMode;
  readonly description: string;
  /** The address of our page that the provider's page embeds in order to send us messages. */
  readonly communicatorUrl: string;
}

/** Data with which the browser shows the provider's card page in a frame. */
export interface HostedSession {
  readonly token: string;
  readonly formAction: string;
  readonly frameOrigin: string;
}

/**
 * HELD: a person must decide because of the provider's fraud filter. OTHER: no money moved and none will, for example
 * after a failed settlement.
 */
export type TransactionStatus =
  | 'AUTHORIZED'
  | 'CAPTURED'
  | 'SETTLED'
  | 'HELD'
  | 'DECLINED'
  | 'VOIDED'
  | 'EXPIRED'
  | 'REFUNDED'
  | 'CHARGED_BACK'
  | 'OTHER';

/**
 * A transaction as the provider reports it. This report is the only source of truth
 * (payments/DESIGN.md#card-payments).
 */
export interface ProviderTransaction {
  readonly id: string;
  readonly mode: CardMode | 'OTHER';
  readonly status: TransactionStatus;
  /** True when the response code of the provider says that the transaction was approved. */
  readonly approved: boolean;
  /** Cents. */
  readonly authorized: bigint;
  /** Cents that were or will be settled; less than `authorized` after a partial capture. */
  readonly settling: bigint;
  readonly invoice: string | null;
  /** Reference of the request that created the transaction, if the provider returns it. */
  readonly requestRef: string | null;
  /** For a refund, the id of the refunded payment; null for every other transaction. */
  readonly refundOf: string | null;
  readonly submittedAt: Date;
}

/** An entry of the provider's lists of unsettled and settled transactions. */
export interface SettledTransaction {
  readonly id: string;
  /** The provider's batch that settled the transaction; empty until then. */
  readonly batchId: string;
  readonly status: TransactionStatus;
  readonly invoice: string | null;
  /** Cents. */
  readonly settled: bigint;
  readonly submittedAt: Date;
}

/** The provider's answer about keys. `account` is the provider's own id of the merchant's account, if it gives one. */
export type KeyCheck =
  | { readonly outcome: 'ACCEPTED'; readonly account: string | undefined }
  | { readonly outcome: 'REFUSED' };

/**
 * UNKNOWN: no answer, or an answer without an outcome. The change must not be repeated before a query has shown its
 * outcome.
 */
export type MutationOutcome = 'OK' | 'DECLINED' | 'UNKNOWN';

export interface Mutation {
  readonly county: string;
  readonly transactionId: string;
  /** Our reference of the operation, at most 20 characters. */
  readonly refId: string;
}

export type WebhookCheck =
  | { readonly kind: 'GENUINE'; readonly notificationId: string; readonly transactionId: string | null }
  | { readonly kind: 'FORGED' }
  | { readonly kind: 'UNREADABLE' }
  | { readonly kind: 'NO_KEY' };

/** Thrown when the provider cannot answer now, because it is down, too slow, or does not know the merchant. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/** KEYS: the provider refuses the merchant's keys. REQUEST: it refuses what the portal asked. */
export const refusalReasons = ['KEYS', 'REQUEST'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/**
 * The provider has refused a query. As with `ProviderUnavailable`, the portal learns nothing about the payment. But
 * repeating the query does not help until somebody corrects the keys or the portal's request.
 */
export class ProviderRefused extends ProviderUnavailable {
  override readonly name: string = 'ProviderRefused';

  constructor(
    message: string,
    readonly reason: RefusalReason,
  ) {
    super(message);
  }
}

/**
 * A card provider (payments/DESIGN.md#card-provider). Every call uses the county's merchant, except `checkKeys`, which
 * uses the given keys. An unanswered query throws `ProviderUnavailable`, a refused one `ProviderRefused`; an unanswered
 * change is UNKNOWN. One contract test suite runs against all adapters.
 */
export abstract class CardProvider {
  abstract readonly id: 'authorizenet' | 'sandbox';

  /** Name of the county's merchant as attempts store it; undefined when the county takes no cards. */
  abstract merchantOf(county: string): Promise<string | undefined>;

  /**
   * Asks for the merchant's own account with these keys; nothing is charged.
   * @throws ProviderUnavailable
   */
  abstract checkKeys(keys: Merchant): Promise<KeyCheck>;

  /** How long a token opens the card page, in milliseconds. */
  abstract readonly tokenLivesMs: number;

  /** @throws ProviderUnavailable */
  abstract createHostedSession(request: HostedSessionRequest): Promise<HostedSession>;

  /**
   * Returns the transaction as the provider reports it now; undefined when the merchant has no such transaction.
   * @throws ProviderUnavailable
   */
  abstract fetchTransaction(county: string, transactionId: string): Promise<ProviderTransaction | undefined>;

  /**
   * Returns the ids of the transactions with this reference, including settled ones.
   * @throws ProviderUnavailable
   */
  abstract findByReference(county: string, refId: string, since: Date, until: Date): Promise<string[]>;

  /**
   * Captures at most the authorized amount. An authorization can be captured only once.
   * @param amount cents
   */
  abstract capture(mutation: Mutation, amount: bigint): Promise<MutationOutcome>;

  /** Voids an authorization, or a sale that is not settled yet. */
  abstract void(mutation: Mutation): Promise<MutationOutcome>;

  /**
   * Refunds settled money. The refund has the invoice number of its payment, so `findByReference` finds the payment and
   * the refund.
   * @param amount cents
   */
  abstract refund(mutation: Mutation, amount: bigint): Promise<MutationOutcome>;

  /**
   * Checks the signature over the raw bytes, then parses them.
   * @param signatures every signature header of the request
   */
  abstract verifyWebhook(county: string, raw: Buffer, signatures: readonly string[]): Promise<WebhookCheck>;

  /**
   * Lists all transactions that are not settled yet, including declined and failed ones.
   * @throws ProviderUnavailable
   */
  abstract unsettled(county: string): AsyncIterable<SettledTransaction>;

  /**
   * Lists all transactions that were settled between two instants, batch by batch.
   * @throws ProviderUnavailable
   */
  abstract settled(county: string, from: Date, to: Date): AsyncIterable<SettledTransaction>;
}
