import { centsOfDecimal } from '@portal/proto/amounts';
import * as z from 'zod/mini';
import type { Merchant } from '../card-credentials.js';
import type { Merchants } from '../merchants.js';
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
} from '../card-provider.js';
import { type ApiClient, ProviderRefusal } from './api-client.js';
import { hostedPage, merchantDetails, transactionAnswer, transactionDetails } from './api-messages.js';
import { decimalOf } from './decimal-json.js';
import { hostedPageMembers } from './hosted-page.js';
import { settledTransactions, unsettledTransactions } from './lists.js';
import { KEYS_REFUSED, RECORD_NOT_FOUND, unansweredBy } from './refusals.js';
import { modeOf, statusOf } from './statuses.js';
import { checkWebhook } from './webhook-signature.js';

export interface ProviderAddresses {
  readonly api: string;
  readonly formAction: string;
  readonly frameOrigin: string;
}

const TOKEN_LIVES_MS = 15 * 60_000;

type Details = z.output<typeof transactionDetails>;

/**
 * The card provider Authorize.Net with its product Accept Hosted, called without its SDK
 * (payments/DESIGN.md#card-provider).
 */
export class AuthorizeNetCards extends CardProvider {
  readonly id: CardProvider['id'] = 'authorizenet';
  readonly tokenLivesMs = TOKEN_LIVES_MS;
  protected readonly captcha: boolean = true;

  constructor(
    private readonly credentials: Merchants,
    private readonly api: ApiClient,
    private readonly addresses: ProviderAddresses,
  ) {
    super();
  }

  async merchantOf(county: string): Promise<string | undefined> {
    return (await this.credentials.find(county))?.merchant;
  }

  async checkKeys(keys: Merchant): Promise<KeyCheck> {
    try {
      const { gatewayId } = await this.api.ask(keys, 'getMerchantDetailsRequest', {}, merchantDetails);
      return { outcome: 'ACCEPTED', account: gatewayId };
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      if (KEYS_REFUSED.includes(error.code)) return { outcome: 'REFUSED' };
      // not counted as a refused query, because somebody has just typed these keys and no payment waits for the answer
      throw new ProviderUnavailable(error.message);
    }
  }

  async createHostedSession(request: HostedSessionRequest): Promise<HostedSession> {
    const merchant = await this.merchant(request.county);
    const members = hostedPageMembers(request, { captcha: this.captcha });
    const { formAction, frameOrigin } = this.addresses;
    const { token } = await asked(this.api.ask(merchant, 'getHostedPaymentPageRequest', members, hostedPage));
    return { token, formAction, frameOrigin };
  }

  async fetchTransaction(county: string, transactionId: string): Promise<ProviderTransaction | undefined> {
    const details = await this.details(await this.merchant(county), transactionId);
    return details && transactionOf(details);
  }

  async findByReference(county: string, refId: string, since: Date, until: Date): Promise<string[]> {
    const merchant = await this.merchant(county);
    const found = new Set<string>();
    const lists = [
      unsettledTransactions(this.api, merchant),
      settledTransactions(this.api, merchant, since, until),
    ];
    for (const list of lists) {
      for await (const line of this.readable(list)) if (line.invoice === refId) found.add(line.id);
    }
    return [...found];
  }

  capture({ county, transactionId, refId }: Mutation, amount: bigint): Promise<MutationOutcome> {
    const transactionRequest = {
      transactionType: 'priorAuthCaptureTransaction',
      amount: decimalOf(amount),
      refTransId: transactionId,
    };
    return this.change(county, { refId, transactionRequest });
  }

  void({ county, transactionId, refId }: Mutation): Promise<MutationOutcome> {
    const transactionRequest = { transactionType: 'voidTransaction', refTransId: transactionId };
    return this.change(county, { refId, transactionRequest });
  }

  /**
   * Reads the details of the payment first, because the provider requires the last digits of the card. The refund gets
   * the invoice number of the payment, because the provider's lists show refunds by this number and not by our
   * reference.
   */
  async refund({ county, transactionId, refId }: Mutation, amount: bigint): Promise<MutationOutcome> {
    const details = await this.details(await this.merchant(county), transactionId);
    const masked = details?.transaction.payment?.creditCard?.cardNumber;
    if (masked === undefined) return 'DECLINED';
    const invoiceNumber = details?.transaction.order?.invoiceNumber;
    const transactionRequest = {
      transactionType: 'refundTransaction',
      amount: decimalOf(amount),
      payment: { creditCard: { cardNumber: masked.slice(-4), expirationDate: 'XXXX' } },
      refTransId: transactionId,
      ...(invoiceNumber !== undefined && { order: { invoiceNumber } }),
    };
    return this.change(county, { refId, transactionRequest });
  }

  async verifyWebhook(county: string, raw: Buffer, signatures: readonly string[]): Promise<WebhookCheck> {
    const merchant = await this.credentials.find(county);
    return merchant ? checkWebhook(merchant, raw, signatures) : { kind: 'NO_KEY' };
  }

  async *unsettled(county: string): AsyncIterable<SettledTransaction> {
    yield* this.readable(unsettledTransactions(this.api, await this.merchant(county)));
  }

  async *settled(county: string, from: Date, to: Date): AsyncIterable<SettledTransaction> {
    yield* this.readable(settledTransactions(this.api, await this.merchant(county), from, to));
  }

  private async *readable<T>(list: AsyncIterable<T>): AsyncIterable<T> {
    try {
      yield* list;
    } catch (error) {
      throw unansweredBy(error);
    }
  }

  private async details(merchant: Merchant, transId: string): Promise<Details | undefined> {
    try {
      return await this.api.ask(merchant, 'getTransactionDetailsRequest', { transId }, transactionDetails);
    } catch (error) {
      if (error instanceof ProviderRefusal && error.code === RECORD_NOT_FOUND) return undefined;
      throw unansweredBy(error);
    }
  }

  /**
   * Sends a change of a transaction. If the answer says nothing about this transaction, or does not come, the outcome
   * is UNKNOWN.
   */
  private async change(county: string, members: object): Promise<MutationOutcome> {
    try {
      const merchant = await this.merchant(county);
      const answer = await this.api.change(merchant, 'createTransactionRequest', members, transactionAnswer);
      return outcomeOf(answer.transactionResponse?.responseCode);
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) return 'UNKNOWN';
      const refused = z.safeParse(transactionAnswer, error.answer);
      return refused.success ? outcomeOf(refused.data.transactionResponse?.responseCode) : 'UNKNOWN';
    }
  }

  private async merchant(county: string): Promise<Merchant> {
    const merchant = await this.credentials.find(county);
    if (!merchant) throw new ProviderUnavailable(`${county} has no card merchant`);
    return merchant;
  }
}

/** Converts the provider's response code to an outcome: 1 approved, 2 declined, 3 error, 4 held for review. */
function outcomeOf(responseCode: string | undefined): MutationOutcome {
  if (responseCode === '1') return 'OK';
  return responseCode === '2' || responseCode === '3' ? 'DECLINED' : 'UNKNOWN';
}

function transactionOf({ transaction, transrefId }: Details): ProviderTransaction {
  const { transId, transactionType, transactionStatus, responseCode, order, submitTimeUTC } = transaction;
  const isRefund = transactionType === 'refundTransaction';
  const [authorized, settling] = [
    centsOfDecimal(transaction.authAmount),
    centsOfDecimal(transaction.settleAmount),
  ];
  if (authorized === undefined || settling === undefined) {
    throw new ProviderUnavailable(`transaction ${transId} has an amount that is not a number of cents`);
  }
  return {
    id: transId,
    mode: modeOf(transactionType),
    status: statusOf(transactionStatus),
    approved: responseCode === '1',
    authorized,
    settling,
    invoice: order?.invoiceNumber ?? null,
    requestRef: transrefId ?? null,
    refundOf: isRefund ? (transaction.refTransId ?? null) : null,
    submittedAt: submitTimeUTC,
  };
}

/** Reports a refused query as ProviderUnavailable or ProviderRefused, because a refusal does not answer the query. */
async function asked<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    throw unansweredBy(error);
  }
}
