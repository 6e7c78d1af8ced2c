import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { BalanceRepository } from '../balances/balance.repository.js';
import { BalanceService } from '../balances/balance.service.js';
import type { FilingCharge } from '../filing-charges/filing-charge.repository.js';
import { ClosedAccountRepository } from '../ledger/closed-account.repository.js';
import { PaymentFacts } from '../payment-facts.js';

/** Checks and reads the accounts that pay for filings, and sends facts about their fees. */
@Injectable()
export class FilingAccounts {
  constructor(
    private readonly balances: BalanceRepository,
    private readonly balanceService: BalanceService,
    private readonly facts: PaymentFacts,
    private readonly closed: ClosedAccountRepository,
  ) {}

  /** True if the account of a fee is open; closing the account waits until this transaction ends. */
  async isOpen(tx: Tx, { accountId }: FilingCharge): Promise<boolean> {
    return accountId === null || this.closed.isOpen(tx, accountId);
  }

  async availableOf(tx: Tx, accountId: string): Promise<bigint> {
    return (await this.balances.find(tx, accountId, 'USD'))?.available ?? 0n;
  }

  async announce(tx: Tx, accountId: string): Promise<void> {
    await this.balanceService.announce(tx, accountId, 'USD');
  }

  async tell(
    tx: Tx,
    { id, accountId, userId, funding, total }: FilingCharge,
    action: 'efile.fee' | 'efile.given-back',
  ): Promise<void> {
    if (funding === 'ESCROW' && accountId !== null) await this.announce(tx, accountId);
    await this.facts.moneyMoved(tx, { action, accountId, userId, amount: total, key: id });
  }
}
