import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { suspenseLines } from '../ledger/card-entries.rules.js';
import { LedgerService } from '../ledger/ledger.service.js';
import type { MerchantKey } from './books.repository.js';
import type { Reconciled } from './reconciled.repository.js';

/** Keeps the suspense account equal to the difference between provider and ledger, by transaction. */
@Injectable()
export class Suspense {
  constructor(private readonly ledger: LedgerService) {}

  /**
   * Posts the difference, so that the suspense account holds the target for this transaction. The transaction's row is
   * locked, so the number of its entries gives the key of the next one.
   * @param target cents
   */
  async set(
    tx: Tx,
    { provider, merchantRef }: MerchantKey,
    { transactionId, suspense, suspenseEntries }: Reconciled,
    target: bigint,
    correlationId: string,
  ): Promise<void> {
    if (target === suspense) return;
    await this.ledger.post(tx, {
      opType: 'SUSPENSE',
      opKey: `${provider}:${merchantRef}:${transactionId}:${suspenseEntries + 1}`,
      lines: suspenseLines(target - suspense),
      actor: 'system:payments',
      correlationId,
    });
  }
}
