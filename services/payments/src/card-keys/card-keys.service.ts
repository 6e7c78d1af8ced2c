import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { cardKeysRequest, type CardKeysCheck, type CardKeysTyped } from '@portal/proto/http/card-keys';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Output } from '@portal/proto/rpc/contract';
import type { getCardKeys, saveCardKeys } from '@portal/proto/rpc/payments';
import * as z from 'zod/mini';
import type { Merchant } from '../cards/card-credentials.js';
import { CardMerchantRepository } from '../cards/card-merchant.repository.js';
import { CardProvider, ProviderUnavailable, type KeyCheck } from '../cards/card-provider.js';
import { CountyMerchants } from '../cards/county-merchants.js';
import { standingOf } from '../payers/standing.rules.js';
import { PaymentFacts } from '../payment-facts.js';
import { endOf, merchantOf, sourceOf } from './card-keys.rules.js';
import { hasUnfinishedOfOthers } from './unfinished-payments.js';

type SaveError = ErrorOf<typeof saveCardKeys>;

/** The keys of a county's card merchant, as its staff enters and tries them. They never leave this service. */
@Injectable()
export class CardKeysService {
  constructor(
    private readonly database: Database,
    private readonly merchants: CountyMerchants,
    private readonly entered: CardMerchantRepository,
    private readonly cards: CardProvider,
    private readonly facts: PaymentFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(actor: Actor): Promise<Result<Output<typeof getCardKeys>, 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const entered = await this.merchants.findEntered(actor.county);
    const inUse = await this.merchants.find(actor.county);
    const changes = await this.database.withCounty(actor.county, (tx) => this.entered.changes(tx));
    return ok({
      source: sourceOf(entered !== undefined, inUse !== undefined),
      merchant: entered?.merchant ?? inUse?.merchant ?? '',
      loginEnd: entered?.loginEnd ?? '',
      hasSignatureKey: entered?.hasSignatureKey ?? inUse?.signatureKey !== undefined,
      changes,
    });
  }

  /** Keys that the provider refuses, or does not answer about, do not replace keys that may work. */
  async save(actor: Actor, sealed: string): Promise<Result<Record<string, never>, SaveError>> {
    const { county } = actor;
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const typed = this.typedIn(county, sealed);
    if (!typed) return fail('CARD_KEYS_UNREADABLE');
    const present = await this.merchants.find(county);
    const next = merchantOf(typed, present);
    const refused = await this.refusalOf(county, next, present);
    if (refused !== undefined) return fail(refused);
    const kept = this.merchants.seal(county, next);
    if (kept === undefined) return fail('CARD_KEYS_UNREADABLE');
    return (await this.store(actor, next, kept)) ? ok({}) : fail('MERCHANT_IN_USE');
  }

  async check(actor: Actor): Promise<Result<CardKeysCheck, 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const keys = await this.merchants.find(actor.county);
    return ok({ outcome: keys === undefined ? 'NO_KEYS' : (await this.answerTo(keys)).outcome });
  }

  private typedIn(county: string, sealed: string): CardKeysTyped | undefined {
    const text = this.merchants.open(county, sealed);
    return text === undefined ? undefined : z.parse(cardKeysRequest, JSON.parse(text));
  }

  private async refusalOf(
    county: string,
    next: Merchant,
    present: Merchant | undefined,
  ): Promise<SaveError | undefined> {
    const isFree = await this.database.withCounty(county, (tx) => this.isFree(tx, next));
    if (!isFree) return 'MERCHANT_IN_USE';
    // payments are found by the merchant's id, which somebody typed: it must not come to stand for another account
    const mayDiffer = present?.merchant === next.merchant && present.loginId !== next.loginId;
    const [answer, before] = await Promise.all([
      this.answerTo(next),
      mayDiffer ? this.answerTo(present) : undefined,
    ]);
    if (answer.outcome === 'NO_ANSWER') return 'CARD_PROVIDER_UNAVAILABLE';
    if (answer.outcome === 'REFUSED') return 'CARD_KEYS_REFUSED';
    if (before?.outcome === 'NO_ANSWER') return 'CARD_PROVIDER_UNAVAILABLE';
    return before?.outcome === 'ACCEPTED' && before.account !== answer.account
      ? 'MERCHANT_ACCOUNT_DIFFERS'
      : undefined;
  }

  private async answerTo(keys: Merchant): Promise<KeyCheck | { readonly outcome: 'NO_ANSWER' }> {
    try {
      return await this.cards.checkKeys(keys);
    } catch (error) {
      if (error instanceof ProviderUnavailable) return { outcome: 'NO_ANSWER' };
      throw error;
    }
  }

  private async isFree(tx: Tx, { merchant }: Merchant): Promise<boolean> {
    return !(await hasUnfinishedOfOthers(tx, merchant));
  }

  /** False when a card page opened while the provider was asked. */
  private async store(actor: Actor, keys: Merchant, sealed: string): Promise<boolean> {
    const { county, username } = actor;
    const { merchant, loginId, signatureKey } = keys;
    const stored = await this.database.withCounty(county, async (tx) => {
      await this.entered.lock(tx);
      if (!(await this.isFree(tx, keys))) return false;
      await this.entered.save(tx, {
        ...{ merchant, loginEnd: endOf(loginId), hasSignatureKey: signatureKey !== undefined, sealed },
      });
      await this.entered.noteChange(tx, { by: username, merchant, at: this.clock.now() });
      await this.facts.cardKeysChanged(tx, actor, merchant);
      return true;
    });
    this.merchants.drop(county);
    return stored;
  }
}
