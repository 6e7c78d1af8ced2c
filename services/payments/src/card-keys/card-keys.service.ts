import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { cardKeysRequest, type CardKeysDecision, type CardKeysTyped } from '@portal/proto/http/card-keys';
import { fail, ok, type Failure, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Output } from '@portal/proto/rpc/contract';
import type { decideCardKeys, saveCardKeys } from '@portal/proto/rpc/payments';
import * as z from 'zod/mini';
import { merchant as merchantShape, type Merchant } from '../cards/card-credentials.js';
import { CountyMerchants } from '../cards/county-merchants.js';
import { standingOf, userOf } from '../payers/standing.rules.js';
import { Approvers } from './approvers.js';
import { CardKeysReader } from './card-keys.reader.js';
import { losesSignatureKey, mayBeOnePerson, merchantOf } from './card-keys.rules.js';
import { CardKeysWriter } from './card-keys.writer.js';
import { KeyTrial } from './key-trial.js';
import type { MerchantRequest } from './merchant-request.repository.js';

type Saved = Result<Output<typeof saveCardKeys>, ErrorOf<typeof saveCardKeys>>;
type Decided = Result<Output<typeof decideCardKeys>, ErrorOf<typeof decideCardKeys>>;

/** Lets a county's staff enter, approve and refuse the keys of its card merchant. The keys never leave this service. */
@Injectable()
export class CardKeysService {
  constructor(
    private readonly merchants: CountyMerchants,
    private readonly trial: KeyTrial,
    private readonly reader: CardKeysReader,
    private readonly writer: CardKeysWriter,
    private readonly approvers: Approvers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Saves new keys, but only if the provider accepts them, because they replace keys that may work. One person alone
   * cannot send a county's money to another merchant, so keys of another merchant wait for a second person
   * (DECISIONS.md#panel-70).
   */
  async save(actor: Actor, sealed: string): Promise<Saved> {
    const { county } = actor;
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const typed = this.typedIn(county, sealed);
    if (!typed) return fail('CARD_KEYS_UNREADABLE');
    const inUse = await this.trial.inUse(county);
    if (losesSignatureKey(typed, inUse))
      return fail('INVALID_INPUT', undefined, { signatureKey: 'panel:signatureKeyLost' });
    const keys = merchantOf(typed, inUse?.keys);
    const tried = await this.trial.try(county, keys, inUse);
    if (!tried.ok) return tried;
    const kept = this.merchants.seal(county, keys);
    if (kept === undefined) return fail('CARD_KEYS_UNREADABLE');
    const next = { keys, sealed: kept, account: tried.value.account, inUse };
    const waits = tried.value.change === 'OTHER';
    const written = waits ? await this.writer.ask(actor, next) : await this.writer.change(actor, next);
    this.merchants.drop(county);
    return written.ok ? ok({ waits }) : written;
  }

  async decide(actor: Actor, { id, approve }: CardKeysDecision): Promise<Decided> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const request = await this.reader.waiting(actor.county);
    if (request?.id !== id) return this.noLongerWaits(actor.county, id);
    if (!approve) return this.writer.drop(actor, request);
    if (request.askedBy === userOf(actor)) return fail('OWN_CARD_KEYS');
    const setAt = await this.approvers.accessSetAt(actor);
    return mayBeOnePerson(setAt, this.clock.now()) ? fail('NEW_APPROVER') : this.approve(actor, request);
  }

  private async noLongerWaits(county: string, id: string): Promise<Failure<'CARD_KEYS_ENDED' | 'CONFLICT'>> {
    if (!(await this.reader.isOverdue(county, id))) return fail('CONFLICT');
    // the answer CARD_KEYS_ENDED tells the user that the keys are deleted, so they are deleted now, not when
    // OverdueKeys runs next
    await this.writer.endOverdue(county);
    return fail('CARD_KEYS_ENDED');
  }

  /**
   * Approves a request. The provider is asked again, because somebody may have replaced the keys at the provider after
   * they were entered.
   */
  private async approve(actor: Actor, request: MerchantRequest): Promise<Decided> {
    const { county } = actor;
    const keys = this.keysOf(county, request.sealed);
    if (!keys) return fail('CARD_KEYS_UNREADABLE');
    const inUse = await this.trial.inUse(county);
    const tried = await this.trial.try(county, keys, inUse);
    if (!tried.ok) return tried;
    const sealed = this.merchants.seal(county, keys);
    if (sealed === undefined) return fail('CARD_KEYS_UNREADABLE');
    const { account } = tried.value;
    const written = await this.writer.approve(actor, request, { keys, sealed, account, inUse });
    this.merchants.drop(county);
    return written;
  }

  private typedIn(county: string, sealed: string): CardKeysTyped | undefined {
    const text = this.merchants.open(county, sealed);
    return text === undefined ? undefined : z.parse(cardKeysRequest, JSON.parse(text));
  }

  private keysOf(county: string, sealed: string): Merchant | undefined {
    const text = this.merchants.open(county, sealed);
    return text === undefined ? undefined : z.parse(merchantShape, JSON.parse(text));
  }
}
