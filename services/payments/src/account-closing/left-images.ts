import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Actor } from '@portal/proto/rpc/actor';
import { actorText, BalanceService } from '../balances/balance.service.js';
import { overrideLines } from '../ledger/entry.rules.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { PaymentFacts } from '../payment-facts.js';

const REASON = 'Images left of an earlier flat fee; forfeited with the deletion of the account';

/** When an account is deleted, forfeits the images that remain from an earlier flat fee (DECISIONS.md#pay-23). */
@Injectable()
export class LeftImages {
  constructor(
    private readonly ledger: LedgerService,
    private readonly balances: BalanceService,
    private readonly facts: PaymentFacts,
  ) {}

  async forfeit(
    tx: Tx,
    actor: Actor,
    { account, images }: { account: string; images: number },
    correlationId: string,
  ): Promise<void> {
    await this.ledger.post(tx, {
      ...{ opType: 'OVERRIDE', opKey: `closing:${account}` },
      lines: overrideLines(account, 'IMG', BigInt(-images)),
      actor: actorText(actor),
      correlationId,
    });
    await this.balances.announce(tx, account, 'IMG');
    const override = { account, asset: 'IMG' as const, before: BigInt(images), balance: 0, reason: REASON };
    await this.facts.balanceOverridden(tx, actor, override);
  }
}
