import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { Asset, Balance, Funding, overrideBalance } from '@portal/proto/rpc/payments';
import { overrideLines } from '../ledger/entry.rules.js';
import { escrowOf, imagesOf } from '../ledger/ledger-account.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { LedgerService, NotCovered } from '../ledger/ledger.service.js';
import { ANY_DOCUMENT, payerOf } from '../payers/payer.rules.js';
import { standingOf } from '../payers/standing.rules.js';
import { PaymentFacts } from '../payment-facts.js';
import { BalanceRepository, type AccountBalance } from './balance.repository.js';

export type Override = Parsed<typeof overrideBalance>;

/** Reads the balances of accounts, and lets the office set them. */
@Injectable()
export class BalanceService {
  constructor(
    private readonly database: Database,
    private readonly balances: BalanceRepository,
    private readonly ledger: LedgerService,
    private readonly accounts: LedgerRepository,
    private readonly facts: PaymentFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the balance of the actor's own account; staff can read the balance of any account. Null when there is
   * nothing to show.
   */
  async get(actor: Actor, account: string | null): Promise<Result<Balance | null, 'NOT_FOUND'>> {
    if (account !== null && mayOverride(actor)) return this.getForStaff(actor.county, account);
    if (account !== null && account !== actor.account) return fail('NOT_FOUND');
    const payer = payerOf(actor, ANY_DOCUMENT);
    const found = await this.database.withCounty(actor.county, (tx) =>
      this.find(tx, payer.funding, payer.account),
    );
    return ok(found);
  }

  /**
   * Returns the balance that a payer spends from; null for payers without a balance: staff, guests, and everybody who
   * pays by card.
   */
  async find(tx: Tx, funding: Funding, account: string | null): Promise<Balance | null> {
    if (account === null || funding === 'FREE' || funding === 'CREDIT_CARD') return null;
    if (funding === 'INVOICE') return { asset: 'USD', available: null, unlimited: false };
    const asset = funding === 'FLAT_FEE' ? 'IMG' : 'USD';
    return this.show(await this.balances.find(tx, account, asset), asset);
  }

  isUnlimited(balance: AccountBalance): boolean {
    return balance.unlimitedUntil !== null && balance.unlimitedUntil > this.clock.now();
  }

  /**
   * Sets a balance with an entry for the difference. A repeated request with the same key has no effect. Returns
   * CONFLICT when another request used the key, when the new balance would be below the held amount, and when the
   * account is closed.
   */
  async override(
    actor: Actor,
    request: Override,
    correlationId: string,
  ): Promise<Result<Balance, 'CONFLICT' | 'NOT_FOUND'>> {
    if (!mayOverride(actor)) return fail('NOT_FOUND');
    try {
      return await this.database.withCounty(actor.county, (tx) =>
        this.overrideOnce(tx, actor, request, correlationId),
      );
    } catch (error) {
      if (error instanceof NotCovered) return fail('CONFLICT');
      throw error;
    }
  }

  private async overrideOnce(
    tx: Tx,
    actor: Actor,
    request: Override,
    correlationId: string,
  ): Promise<Result<Balance, 'CONFLICT'>> {
    const { key, account, asset, balance, reason } = request;
    const hash = createHash('sha256')
      .update(JSON.stringify([account, asset, balance]))
      .digest();
    const noted = { key, hash, accountId: account, asset, balance: BigInt(balance), reason };
    const seen = await this.balances.insertOverride(tx, { ...noted, actor: actorText(actor) });
    if (seen === 'OTHER') return fail('CONFLICT');
    if (seen === 'NEW') await this.setBalance(tx, actor, request, correlationId);
    return ok(this.show(await this.balances.find(tx, account, asset), asset));
  }

  private async setBalance(tx: Tx, actor: Actor, request: Override, correlationId: string): Promise<void> {
    const { account, asset } = request;
    await this.accounts.openAccounts(tx, [asset === 'IMG' ? imagesOf(account) : escrowOf(account)]);
    const before = await this.balances.lock(tx, account, asset);
    const delta = BigInt(request.balance) - before.posted;
    if (delta === 0n) return;
    await this.ledger.post(tx, {
      opType: 'OVERRIDE',
      opKey: request.key,
      lines: overrideLines(account, asset, delta),
      actor: actorText(actor),
      correlationId,
    });
    await this.announce(tx, account, asset);
    await this.facts.balanceOverridden(tx, actor, { ...request, before: before.posted });
  }

  /** Emits the account's new balance in the transaction that changed it, and returns the balance. */
  async announce(tx: Tx, account: string, asset: Asset): Promise<Balance | undefined> {
    const balance = await this.balances.find(tx, account, asset);
    if (!balance) return undefined;
    const { available } = balance;
    await this.facts.balanceChanged(tx, account, { asset, available, unlimited: this.isUnlimited(balance) });
    return this.show(balance, asset);
  }

  private async getForStaff(county: string, account: string): Promise<Result<Balance, 'NOT_FOUND'>> {
    const [first] = await this.database.withCounty(county, (tx) => this.balances.list(tx, account));
    return first ? ok(this.show(first, first.asset)) : fail('NOT_FOUND');
  }

  private show(balance: AccountBalance | undefined, asset: Asset): Balance {
    if (!balance) return { asset, available: 0, unlimited: false };
    return { asset, available: Number(balance.available), unlimited: this.isUnlimited(balance) };
  }
}

function mayOverride(actor: Actor): boolean {
  const { isStaff, isSystem } = standingOf(actor);
  return isStaff || isSystem;
}

/**
 * Returns the text under which the ledger stores an actor: the user's opaque id (L10), or the username of an actor
 * without a user.
 */
export const actorText = ({ user, username }: Actor): string => (user === null ? username : `user:${user}`);
