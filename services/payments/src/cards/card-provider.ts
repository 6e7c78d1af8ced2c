/** Authorize only, or take the money at once. */
export type CardMode = 'AUTH' | 'SALE';

export interface HostedSessionRequest {
  readonly county: string;
  /** Our reference, at most 20 characters; the provider shows it as the invoice number. */
  readonly refId: string;
  /** Cents. */
  readonly amount: bigint;
  readonly mode: CardMode;
  readonly description: string;
  /** Our page that the provider's frame embeds to talk to us. */
  readonly communicatorUrl: string;
}

/** What the browser needs to show the provider's card page in a frame. */
export interface HostedSession {
  readonly token: string;
  readonly formAction: string;
  readonly frameOrigin: string;
}

/**
 * HELD: the provider's fraud filter waits for a person. OTHER: everything that is neither money nor waiting for it,
 * for example a failed settlement.
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

/** A transaction as the provider tells it: the only source of truth (payments/DESIGN.md#card-payments). */
export interface ProviderTransaction {
  readonly id: string;
  readonly mode: CardMode | 'OTHER';
  readonly status: TransactionStatus;
  /** The provider's response code says approved. */
  readonly approved: boolean;
  /** Cents. */
  readonly authorized: bigint;
  /** Cents that were or will be settled; after a capture of a part less than `authorized`. */
  readonly settling: bigint;
  readonly invoice: string | null;
  /** Reference of the request that made the transaction, where the provider tells it. */
  readonly requestRef: string | null;
  readonly submittedAt: Date;
}

/** A line of the provider's lists. */
export interface SettledTransaction {
  readonly id: string;
  /** '' while it is not settled. */
  readonly batchId: string;
  readonly status: TransactionStatus;
  readonly invoice: string | null;
  /** Cents. */
  readonly settled: bigint;
  readonly submittedAt: Date;
}

/** UNKNOWN: no answer, or one that says nothing. Only a question to the provider may follow it. */
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

/** The provider cannot be asked now: down, too slow, or it does not know the merchant. Nothing is known. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/**
 * A card provider (payments/DESIGN.md#card-provider). Every call uses the merchant of the county. A question that is not answered throws
 * `ProviderUnavailable`; a change that is not answered is UNKNOWN. One contract-test suite runs against all adapters.
 */
export abstract class CardProvider {
  abstract readonly id: 'authorizenet' | 'sandbox';

  /** Name of the county's merchant as attempts keep it; undefined when the county takes no cards. */
  abstract merchantOf(county: string): Promise<string | undefined>;

  /** How long a token opens the card page, in milliseconds. */
  abstract readonly tokenLivesMs: number;

  /** @throws ProviderUnavailable */
  abstract createHostedSession(request: HostedSessionRequest): Promise<HostedSession>;

  /** undefined: this merchant has no such transaction. @throws ProviderUnavailable */
  abstract fetchTransaction(county: string, transactionId: string): Promise<ProviderTransaction | undefined>;

  /** Ids of the transactions with this reference, settled ones included. @throws ProviderUnavailable */
  abstract findByReference(county: string, refId: string, since: Date, until: Date): Promise<string[]>;

  /** Takes money of an authorization, at most what was authorized, once. @param amount cents */
  abstract capture(mutation: Mutation, amount: bigint): Promise<MutationOutcome>;

  /** Gives up an authorization, or a sale that is not settled yet. */
  abstract void(mutation: Mutation): Promise<MutationOutcome>;

  /** Gives back settled money. @param amount cents */
  abstract refund(mutation: Mutation, amount: bigint): Promise<MutationOutcome>;

  /** Checks the signature over the raw bytes, then reads. @param signatures every signature header of the request */
  abstract verifyWebhook(county: string, raw: Buffer, signatures: readonly string[]): Promise<WebhookCheck>;

  /** What is not settled yet, declined and failed transactions too. @throws ProviderUnavailable */
  abstract unsettled(county: string): AsyncIterable<SettledTransaction>;

  /** What was settled between two instants, batch by batch. @throws ProviderUnavailable */
  abstract settled(county: string, from: Date, to: Date): AsyncIterable<SettledTransaction>;
}
