import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { CardKeysCheck } from '@portal/proto/http/card-keys';
import type { Merchant } from '../cards/card-credentials.js';
import { CardProvider, ProviderUnavailable, type KeyCheck } from '../cards/card-provider.js';
import { CountyMerchants } from '../cards/county-merchants.js';
import { merchantChange, type InUse, type MerchantChange } from './card-keys.rules.js';
import { hasUnfinishedOfOthers } from './unfinished-payments.js';

export type TrialError =
  | 'MERCHANT_IN_USE'
  | 'CARD_PROVIDER_UNAVAILABLE'
  | 'CARD_KEYS_REFUSED'
  | 'MERCHANT_ACCOUNT_DIFFERS';

export interface Trial {
  readonly change: MerchantChange;
  /** The provider's own id of the merchant account; undefined if the provider gives none. */
  readonly account: string | undefined;
}

/** Asks the card provider about keys. Nothing is charged. */
@Injectable()
export class KeyTrial {
  constructor(
    private readonly database: Database,
    private readonly merchants: CountyMerchants,
    private readonly cards: CardProvider,
  ) {}

  /** Returns the merchant that the county uses; undefined for a county without a merchant. */
  async inUse(county: string): Promise<InUse | undefined> {
    const entered = await this.merchants.findEntered(county);
    if (entered) return { ...entered, account: entered.account ?? undefined };
    const keys = await this.merchants.find(county);
    const { merchant, signatureKey } = keys ?? { merchant: '' };
    return (
      keys && {
        ...{ merchant, keys, account: undefined, sealed: undefined },
        hasSignatureKey: signatureKey !== undefined,
      }
    );
  }

  async outcomeOf(keys: Merchant): Promise<CardKeysCheck['outcome']> {
    return (await this.ask(keys)).outcome;
  }

  /** Asks the provider about new keys. Fails if the provider refuses the keys or does not answer. */
  async try(county: string, next: Merchant, inUse: InUse | undefined): Promise<Result<Trial, TrialError>> {
    const unfinished = await this.database.withCounty(county, (tx) =>
      hasUnfinishedOfOthers(tx, next.merchant),
    );
    if (unfinished) return fail('MERCHANT_IN_USE');
    // payments are found by the typed merchant id, so the id must stay with the same account
    const present = inUse?.keys;
    const mayDiffer = present?.merchant === next.merchant && present.loginId !== next.loginId;
    const [answer, before] = await Promise.all([this.ask(next), mayDiffer ? this.ask(present) : undefined]);
    if (answer.outcome === 'NO_ANSWER') return fail('CARD_PROVIDER_UNAVAILABLE');
    if (answer.outcome === 'REFUSED') return fail('CARD_KEYS_REFUSED');
    if (before?.outcome === 'NO_ANSWER') return fail('CARD_PROVIDER_UNAVAILABLE');
    const { account } = answer;
    const told = before?.outcome === 'ACCEPTED' ? before.account : undefined;
    const change = merchantChange(
      { keys: next, account },
      inUse && { ...inUse, account: told ?? inUse.account },
    );
    return change === 'MISTAKEN' ? fail('MERCHANT_ACCOUNT_DIFFERS') : ok({ change, account });
  }

  private async ask(keys: Merchant): Promise<KeyCheck | { readonly outcome: 'NO_ANSWER' }> {
    try {
      return await this.cards.checkKeys(keys);
    } catch (error) {
      if (error instanceof ProviderUnavailable) return { outcome: 'NO_ANSWER' };
      throw error;
    }
  }
}
