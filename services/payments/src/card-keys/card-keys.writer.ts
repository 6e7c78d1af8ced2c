import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { systemActor } from '@portal/infra/rpc';
import type { CardKeysDeed } from '@portal/proto/http/card-keys';
import type { ErrorCode } from '@portal/proto/codes';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Merchant } from '../cards/card-credentials.js';
import { CardMerchantRepository } from '../cards/card-merchant.repository.js';
import { userOf } from '../payers/standing.rules.js';
import { PaymentFacts } from '../payment-facts.js';
import { endOf, WAITS_MS, type InUse } from './card-keys.rules.js';
import { MerchantRequestRepository, type MerchantRequest } from './merchant-request.repository.js';
import { hasUnfinishedOfOthers } from './unfinished-payments.js';

/** Keys that the provider accepts. */
export interface NewKeys {
  readonly keys: Merchant;
  /** The keys as the table stores them. */
  readonly sealed: string;
  /** The provider's own id of the merchant account. */
  readonly account: string | undefined;
  /** The merchant that the county used when the new keys were tried. */
  readonly inUse: InUse | undefined;
}

type Written<E extends ErrorCode> = Result<Record<string, never>, E>;

/**
 * Writes changes of a county's card merchant. Each change also gets a line in the history, an event for the audit log,
 * and an event from which e-mails are made.
 */
@Injectable()
export class CardKeysWriter {
  constructor(
    private readonly database: Database,
    private readonly entered: CardMerchantRepository,
    private readonly requests: MerchantRequestRepository,
    private readonly facts: PaymentFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Puts the new keys in use. CONFLICT: the merchant changed while the provider was asked. */
  async change(actor: Actor, next: NewKeys): Promise<Written<'MERCHANT_IN_USE' | 'CONFLICT'>> {
    return this.database.withCounty(actor.county, async (tx) => {
      const put = await this.putInUse(tx, next);
      if (put.ok) await this.note(tx, actor, 'CHANGED', next.inUse?.merchant ?? '', next.keys.merchant);
      return put;
    });
  }

  async ask(actor: Actor, { keys, sealed, inUse }: NewKeys): Promise<Written<'CARD_KEYS_WAIT'>> {
    const { merchant, loginId, signatureKey } = keys;
    const askedAt = this.clock.now();
    return this.database.withCounty(actor.county, async (tx) => {
      await this.end(tx, askedAt);
      const added = await this.requests.add(tx, {
        ...{ merchant, merchantBefore: inUse?.merchant ?? '', loginEnd: endOf(loginId), sealed, askedAt },
        ...{ hasSignatureKey: signatureKey !== undefined, askedBy: userOf(actor) },
        ...{ askedByName: actor.username, endsAt: new Date(askedAt.getTime() + WAITS_MS) },
      });
      if (!added) return fail('CARD_KEYS_WAIT');
      await this.note(tx, actor, 'ASKED', inUse?.merchant ?? '', merchant);
      return ok({});
    });
  }

  async approve(
    actor: Actor,
    request: MerchantRequest,
    next: NewKeys,
  ): Promise<Written<'MERCHANT_IN_USE' | 'CONFLICT'>> {
    const decision = { id: request.id, state: 'APPROVED', by: userOf(actor), at: this.clock.now() } as const;
    return this.database.withCounty(actor.county, async (tx) => {
      const put = await this.putInUse(tx, next, () => this.requests.decide(tx, decision));
      if (put.ok) await this.note(tx, actor, 'APPROVED', next.inUse?.merchant ?? '', request.merchant);
      return put;
    });
  }

  /** Ends a request: the person who entered the keys withdraws them, and anybody else refuses them. */
  async drop(
    actor: Actor,
    { id, askedBy, merchant, merchantBefore }: MerchantRequest,
  ): Promise<Written<'CONFLICT'>> {
    const by = userOf(actor);
    const state = by === askedBy ? 'WITHDRAWN' : 'REFUSED';
    return this.database.withCounty(actor.county, async (tx) => {
      const moved = await this.requests.decide(tx, { id, state, by, at: this.clock.now() });
      if (!moved) return fail('CONFLICT');
      await this.note(tx, actor, state, merchantBefore, merchant);
      return ok({});
    });
  }

  /** Ends the county's request that has waited too long; if several processes try, only the first one ends it. */
  async endOverdue(county: string): Promise<void> {
    await this.database.withCounty(county, (tx) => this.end(tx, this.clock.now()));
  }

  private async end(tx: Tx, now: Date): Promise<void> {
    const ended = await this.requests.endOverdue(tx, now);
    if (!ended) return;
    const { askedByName: username, merchant, merchantBefore } = ended;
    const { username: user } = systemActor(tx.countyId, 'payments');
    await this.note(tx, { user, username }, 'ENDED', merchantBefore, merchant);
  }

  /**
   * Replaces the merchant. Until the transaction ends, no card page can open. Writes nothing if card payments of
   * another merchant are unfinished, or if the county's merchant changed since the provider was asked.
   * @param claim returns false when somebody else has already decided about the request
   */
  private async putInUse(
    tx: Tx,
    { keys, sealed, account, inUse }: NewKeys,
    claim: () => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<Written<'MERCHANT_IN_USE' | 'CONFLICT'>> {
    const { merchant, loginId, signatureKey } = keys;
    await this.entered.lock(tx);
    if (await hasUnfinishedOfOthers(tx, merchant)) return fail('MERCHANT_IN_USE');
    if ((await this.entered.find(tx))?.sealed !== inUse?.sealed) return fail('CONFLICT');
    if (!(await claim())) return fail('CONFLICT');
    await this.entered.save(tx, {
      ...{ merchant, loginEnd: endOf(loginId), hasSignatureKey: signatureKey !== undefined, sealed },
      account: account ?? null,
    });
    return ok({});
  }

  /**
   * @param actor who took the step; for ENDED, `user` is the payments service, and `username` is the person who entered
   *   the keys
   */
  private async note(
    tx: Tx,
    actor: Pick<Actor, 'user' | 'username'>,
    deed: CardKeysDeed,
    merchantBefore: string,
    merchant: string,
  ): Promise<void> {
    const { username: by } = actor;
    await this.entered.noteChange(tx, { by, deed, merchantBefore, merchant, at: this.clock.now() });
    await this.facts.cardMerchantChanged(tx, actor, { deed, merchantBefore, merchant });
  }
}
