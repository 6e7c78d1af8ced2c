import { Injectable } from '@nestjs/common';
import { OnBroadcast, OnResync, type EventOf } from '@portal/infra/events';
import { RpcClient } from '@portal/infra/rpc';
import type { Actor } from '@portal/proto/rpc/actor';
import { getBalance, type Balance } from '@portal/proto/rpc/payments';
import { balanceText } from '../answers/amounts.js';
import { Catalogue } from '@portal/infra/catalogue';
import { actorOf, type Visit } from './visit.js';

/**
 * The longest time, in milliseconds, for which a balance is shown before it is read again. The event
 * `payments.balance-changed.v1` ends this time early.
 */
const believedMs = 15_000;

interface Known {
  readonly balance: Balance | null;
  readonly until: number;
}

/**
 * Keeps the balances that are part of the answers to searches and payments, so that not every answer needs a command
 * to the payments service (infra/DESIGN.md#facts).
 */
@Injectable()
export class UsageBalance {
  private readonly known = new Map<string, Known>();
  /** The newest read that is under way for each key, unless the balance has changed since the read began. */
  private readonly reads = new Map<string, symbol>();

  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
  ) {}

  /** Returns the balance of the visit's account as text; empty for staff, guests and visitors. */
  async text(visit: Visit): Promise<string> {
    const account = visit.session?.actor.account;
    if (!account || visit.session?.user.role === 'GUEST') return '';
    const key = keyOf(visit, account);
    const found = this.known.get(key);
    const balance = found && found.until > performance.now() ? found.balance : await this.read(visit, key);
    return balanceText(this.catalogue, actorOf(visit).language, balance);
  }

  /**
   * Makes the next call of `text` read the balance again. Called when this process has changed the balance, and when
   * the user asks for the balance.
   */
  forgetOf(visit: Visit): void {
    const { account } = actorOf(visit);
    if (account) this.forget(keyOf(visit, account));
  }

  /**
   * Forgets the remainder of a card authorization after anything that may cost money, because no event reports changes
   * of that remainder.
   */
  forgetCardOf(visit: Visit): void {
    if (paysByCard(actorOf(visit))) this.forgetOf(visit);
  }

  @OnBroadcast('payments.balance-changed.v1')
  onBalanceChanged({ county, payload }: EventOf<'payments.balance-changed.v1'>): void {
    this.forget(`${county}:${payload.account}`);
  }

  @OnResync()
  onResync(): void {
    this.known.clear();
    this.reads.clear();
  }

  /** Forgets a balance. The answer of a read that is under way is not kept, because it may be the old balance. */
  private forget(key: string): void {
    this.known.delete(key);
    this.reads.delete(key);
  }

  private async read(visit: Visit, key: string): Promise<Balance | null> {
    const read = Symbol(key);
    this.reads.set(key, read);
    try {
      const answer = await this.rpc.call(getBalance, { account: null }, { actor: actorOf(visit) });
      // If the payments service is unavailable, the results are shown without the balance.
      if (!answer.ok) return null;
      if (this.reads.get(key) === read) this.keep(key, answer.value);
      return answer.value;
    } finally {
      if (this.reads.get(key) === read) this.reads.delete(key);
    }
  }

  private keep(key: string, balance: Balance | null): void {
    if (this.known.size > 20_000) this.known.clear();
    this.known.set(key, { balance, until: performance.now() + believedMs });
  }
}

const paysByCard = ({ terms }: Actor): boolean => terms?.paymentMethod === 'CREDIT_CARD';

/** A card authorization belongs to a session, other money to the account. */
const keyOf = (visit: Visit, account: string): string => {
  const actor = actorOf(visit);
  const whole = `${visit.county.id}:${account}`;
  return paysByCard(actor) ? `${whole}:${actor.session ?? ''}` : whole;
};
