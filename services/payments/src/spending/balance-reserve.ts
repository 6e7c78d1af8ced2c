import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Asset, Funding } from '@portal/proto/rpc/payments';
import { HoldRepository } from '../ledger/hold.repository.js';
import { escrowOf, imagesOf } from '../ledger/ledger-account.js';
import { CardSpending } from '../authorizations/card-spending.js';
import { BalanceRepository } from '../balances/balance.repository.js';
import { BalanceService } from '../balances/balance.service.js';

/** The amount that a payer owes for an order. */
export interface Reservation {
  readonly id: string;
  readonly imageStateId: string;
  readonly accountId: string | null;
  readonly funding: Funding;
  readonly asset: Asset;
  readonly chargeMinor: bigint;
}

/** Reserves the price of an order, so that a later charge cannot fail for lack of money. */
@Injectable()
export class BalanceReserve {
  constructor(
    private readonly balances: BalanceRepository,
    private readonly balanceService: BalanceService,
    private readonly holds: HoldRepository,
    private readonly cards: CardSpending,
  ) {}

  /**
   * Reserves the price. NOT_NEEDED: the order is free or paid by invoice. UNLIMITED: an unlimited bundle pays.
   * INSUFFICIENT: the balance is too low, or the payer has no balance, for example because no card is authorized in the
   * session.
   */
  async reserve(
    tx: Tx,
    reservation: Reservation,
    expiresAt: Date,
  ): Promise<'RESERVED' | 'NOT_NEEDED' | 'UNLIMITED' | 'INSUFFICIENT'> {
    const { id, accountId, funding, asset, chargeMinor } = reservation;
    if (chargeMinor === 0n) return 'NOT_NEEDED';
    if (funding === 'CREDIT_CARD')
      return (await this.cards.reserve(tx, reservation)) ? 'RESERVED' : 'INSUFFICIENT';
    if (accountId === null || funding === 'FREE') return 'INSUFFICIENT';
    if (funding === 'INVOICE') return 'NOT_NEEDED';
    if (asset === 'IMG' && (await this.isUnlimited(tx, accountId))) return 'UNLIMITED';
    const account = asset === 'IMG' ? imagesOf(accountId) : escrowOf(accountId);
    const hold = { account, orderId: id, amount: chargeMinor, expiresAt };
    return (await this.holds.place(tx, hold)) ? 'RESERVED' : 'INSUFFICIENT';
  }

  private async isUnlimited(tx: Tx, accountId: string): Promise<boolean> {
    const balance = await this.balances.find(tx, accountId, 'IMG');
    return balance !== undefined && this.balanceService.isUnlimited(balance);
  }
}
