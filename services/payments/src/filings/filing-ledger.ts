import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { FilingChargeRepository, type FilingCharge } from '../filing-charges/filing-charge.repository.js';
import { FilingRefundRepository } from '../filing-charges/filing-refund.repository.js';
import { filingLines, filingReturnLines, type FilingFee } from '../ledger/efile-entries.rules.js';
import { HoldRepository } from '../ledger/hold.repository.js';
import { escrowOf } from '../ledger/ledger-account.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { FilingAccounts } from './filing-accounts.js';

/** An office may take months to record a document, and nothing else ends what is set aside for it. */
const NEVER = new Date('9999-12-31T00:00:00Z');

/** Moves the money of filings; the caller has locked the fee. */
@Injectable()
export class FilingLedger {
  constructor(
    private readonly charges: FilingChargeRepository,
    private readonly refunds: FilingRefundRepository,
    private readonly holds: HoldRepository,
    private readonly ledger: LedgerService,
    private readonly accounts: FilingAccounts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** True when the account has less than the fee; an invoice and a card have no balance. */
  async isShort(tx: Tx, { funding, accountId, total }: FilingCharge): Promise<boolean> {
    if (funding !== 'ESCROW' || accountId === null) return false;
    return (await this.accounts.availableOf(tx, accountId)) < total;
  }

  /** False when the account has less. */
  async setAside(tx: Tx, charge: FilingCharge): Promise<boolean> {
    if (charge.funding === 'ESCROW' && charge.total > 0n && !(await this.reserve(tx, charge))) return false;
    await this.charges.move(tx, charge, 'HELD');
    if (charge.chargeWhen === 'SUBMITTED') await this.take(tx, { ...charge, state: 'HELD' });
    return true;
  }

  /** The fee becomes the county's. */
  async take(tx: Tx, charge: FilingCharge): Promise<void> {
    if (charge.state === 'TAKEN') return;
    await this.charges.move(tx, charge, 'TAKEN');
    const fee = feeOf(charge);
    if (!fee) return;
    const held = fee.funding === 'ESCROW' ? await this.holds.capture(tx, charge.id, fee.total) : 0n;
    await this.ledger.post(tx, { opType: 'EFILE', lines: filingLines(fee, held), ...entryOf(charge) });
    await this.accounts.tell(tx, charge, 'efile.fee');
  }

  /** Nothing is owed: what was set aside is free again, what was taken goes back. */
  async giveBack(tx: Tx, charge: FilingCharge): Promise<void> {
    if (charge.state === 'RELEASED') return;
    await this.charges.move(tx, charge, 'RELEASED');
    const fee = feeOf(charge);
    if (!fee) return;
    if (charge.state === 'TAKEN') {
      await this.ledger.post(tx, {
        opType: 'EFILE_RETURN',
        lines: filingReturnLines(fee),
        ...entryOf(charge),
      });
    } else await this.holds.release(tx, charge.id, 'VOIDED');
    if (charge.attemptId !== null) await this.refunds.want(tx, charge.id, charge.attemptId, this.clock.now());
    await this.accounts.tell(tx, charge, 'efile.given-back');
  }

  private async reserve(tx: Tx, { id, accountId, total }: FilingCharge): Promise<boolean> {
    if (accountId === null) return false;
    const hold = { account: escrowOf(accountId), orderId: id, amount: total, expiresAt: NEVER };
    const placed = await this.holds.place(tx, hold);
    if (placed) await this.accounts.announce(tx, accountId);
    return placed;
  }
}

/** undefined when nothing is owed. */
function feeOf({ funding, accountId: account, total, surcharge }: FilingCharge): FilingFee | undefined {
  return funding === 'FREE' || total === 0n ? undefined : { funding, account, total, surcharge };
}

const entryOf = ({ id, userId, accountId, efileType, correlationId }: FilingCharge) => ({
  opKey: id,
  actor: `user:${userId}`,
  correlationId,
  subject: efileType,
  account: accountId,
});
