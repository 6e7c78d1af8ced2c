import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { suspenseLines } from '../ledger/card-entries.rules.js';
import { LedgerService } from '../ledger/ledger.service.js';
import type { MerchantKey } from './books.repository.js';
import type { Reconciled } from './reconciled.repository.js';

/** Keeps the suspense account equal to the difference between provider and ledger, for each transaction. */
@Injectable()
export class Suspense {
  constructor(private readonly ledger: LedgerService) {}

  /**
   * Posts the amount that the suspense account lacks, so that it holds `target` for this transaction. The key of the
   * next entry contains the transaction's count of entries plus one, which is unique because the caller has locked the
   * row of the transaction.
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
