import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { CardKeysDeed } from '@portal/proto/http/card-keys';
import type { AccountTask } from '@portal/proto/http/billing';
import type { Actor } from '@portal/proto/rpc/actor';
import type { OfficeEntry } from '@portal/proto/rpc/cashier';
import type { Asset, Funding } from '@portal/proto/rpc/payments';

/** The fields of an order that the facts about the order are made from. */
export interface OrderFact {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string | null;
  readonly documentKey: string;
  readonly pages: readonly number[];
  /** The pages in `pages` that the account had before. */
  readonly alreadyPurchased: readonly number[];
  readonly asset: Asset;
  readonly funding: Funding;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const chargeOf = ({ id, userId, accountId, documentKey, asset, funding }: OrderFact, amount: bigint) => ({
  order: id,
  user: userId,
  account: accountId ?? '',
  documentKey,
  amount,
  asset,
  funding,
});

const cardKeysActions: Readonly<Record<CardKeysDeed, string>> = {
  CHANGED: 'card-keys.change',
  ASKED: 'card-keys.ask',
  APPROVED: 'card-keys.approve',
  REFUSED: 'card-keys.refuse',
  WITHDRAWN: 'card-keys.withdraw',
  ENDED: 'card-keys.end',
};

/** Writes facts about money and orders to the outbox, in the transaction of the change. */
@Injectable()
export class PaymentFacts {
  async orderPaid(tx: Tx, order: OrderFact, amount: bigint): Promise<void> {
    const { pages, alreadyPurchased } = order;
    await emit(tx, {
      type: 'payments.order-paid.v1',
      aggregate: `order:${order.id}`,
      actor: order.userId,
      payload: {
        ...chargeOf(order, amount),
        pages: [...pages],
        newPages: pages.length - alreadyPurchased.length,
      },
    });
  }

  async orderVoided(tx: Tx, { id, userId, accountId }: OrderFact, reason: string): Promise<void> {
    await emit(tx, {
      type: 'payments.order-voided.v1',
      aggregate: `order:${id}`,
      actor: userId,
      payload: { order: id, user: userId, account: accountId ?? '', reason },
    });
  }

  async orderDelivered(tx: Tx, { id, userId, documentKey }: OrderFact): Promise<void> {
    await emit(tx, {
      type: 'payments.order-delivered.v1',
      aggregate: `order:${id}`,
      actor: userId,
      payload: { order: id, user: userId, documentKey },
    });
  }

  /**
   * Reports that a card has paid for a filing, so that the imaging service submits the filing even if the browser is
   * gone.
   */
  async filingPaid(tx: Tx, filing: string, user: string): Promise<void> {
    await emit(tx, {
      type: 'payments.filing-paid.v1',
      aggregate: `filing:${filing}`,
      actor: user,
      payload: { filing },
    });
  }

  async balanceChanged(
    tx: Tx,
    account: string,
    balance: { asset: Asset; available: bigint; unlimited: boolean },
  ): Promise<void> {
    await emit(tx, {
      type: 'payments.balance-changed.v1',
      aggregate: `account:${account}`,
      payload: { account, ...balance },
    });
  }

  /** Reports to the audit log who set a balance; the amounts are in the ledger. */
  async balanceOverridden(
    tx: Tx,
    actor: Actor,
    override: { account: string; asset: Asset; before: bigint; balance: number; reason: string },
  ): Promise<void> {
    const { account, asset, before, balance, reason } = override;
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `account:${account}`,
      actor: actor.user ?? actor.username,
      payload: {
        action: 'balance.override',
        object: `account:${account}`,
        beforeHash: sha256(`${asset}:${before}`),
        afterHash: sha256(`${asset}:${balance}`),
        detail: reason,
      },
    });
  }

  /** Reports that an account is closed for good, so that the identity service removes the account and its users. */
  async accountClosed(tx: Tx, actor: Actor, account: string): Promise<void> {
    await emit(tx, {
      type: 'payments.account-closed.v1',
      aggregate: `account:${account}`,
      actor: actor.user ?? actor.username,
      payload: { account },
    });
  }

  /** Reports to the audit log that a correction waits for a second person, or was refused. */
  async correctionKept(tx: Tx, entry: OfficeEntry, what: 'asked' | 'refused'): Promise<void> {
    const { id, account, amount, enteredBy, decidedBy } = entry;
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `account:${account}`,
      actor: decidedBy ?? enteredBy,
      payload: {
        action: `office.correction-${what}`,
        object: `account:${account}`,
        beforeHash: '',
        afterHash: sha256(`${id}:${amount}`),
        detail: id,
      },
    });
  }

  /**
   * Reports a step in the change of the county's card merchant, for the audit log and for e-mails. The facts contain
   * no part of the keys.
   */
  async cardMerchantChanged(
    tx: Tx,
    actor: Pick<Actor, 'user' | 'username'>,
    { deed, merchantBefore, merchant }: { deed: CardKeysDeed; merchantBefore: string; merchant: string },
  ): Promise<void> {
    const aggregate = `county:${tx.countyId}`;
    const by = actor.user ?? actor.username;
    await emit(tx, {
      ...{ type: 'audit.action-taken.v1', aggregate, actor: by },
      payload: {
        ...{ action: cardKeysActions[deed], object: aggregate, beforeHash: '', afterHash: '' },
        detail: `${merchantBefore} -> ${merchant}`,
      },
    });
    await emit(tx, {
      ...{ type: 'payments.card-merchant-changed.v1', aggregate, actor: by },
      payload: { deed, username: actor.username, merchantBefore, merchant },
    });
  }

  /** Reports to the audit log who handled a difference between card provider and ledger. */
  async findingNoted(
    tx: Tx,
    actor: Actor,
    { id, text, resolved }: { id: string; text: string; resolved: boolean },
  ): Promise<void> {
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `finding:${id}`,
      actor: actor.user ?? actor.username,
      payload: {
        action: resolved ? 'reconciliation.resolve' : 'reconciliation.note',
        object: `finding:${id}`,
        beforeHash: '',
        afterHash: sha256(text),
        detail: text,
      },
    });
  }

  /** Reports a month's fee or image renewal to the audit log; the amounts are in the ledger. */
  async taskCharged(
    tx: Tx,
    actor: Actor,
    charged: { task: AccountTask; account: string; amount: number; key: string },
  ): Promise<void> {
    const { task, account, amount, key } = charged;
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `account:${account}`,
      actor: actor.username,
      payload: {
        action: task === 'MONTHLY_FEE' ? 'account-task.monthly-fee' : 'account-task.image-renewal',
        object: `account:${account}`,
        beforeHash: '',
        afterHash: sha256(`${key}:${amount}`),
        detail: key,
      },
    });
  }

  /** Reports a deposit, a bundle or a captured card to the audit log; the amounts are in the ledger. */
  async moneyMoved(
    tx: Tx,
    moved: { action: string; accountId: string | null; userId: string; amount: bigint; key: string },
  ): Promise<void> {
    const { action, accountId, userId, amount, key } = moved;
    const object = accountId === null ? `user:${userId}` : `account:${accountId}`;
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: object,
      actor: userId,
      payload: { action, object, beforeHash: '', afterHash: sha256(`${key}:${amount}`), detail: key },
    });
  }
}
