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
import { isCarried } from './filing-correction.rules.js';

/**
 * A hold for a filing never expires: an office may take months to record a document, and nothing else releases the
 * amount.
 */
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

  isOpen(tx: Tx, charge: FilingCharge): Promise<boolean> {
    return this.accounts.isOpen(tx, charge);
  }

  /**
   * True when the account has less than the fee; an invoice and a card have no balance.
   * @param earlier the fee that the new fee replaces; money that is set aside for the earlier fee can pay the new fee
   */
  async isShort(
    tx: Tx,
    { funding, accountId, total }: FilingCharge,
    earlier: FilingCharge | undefined,
  ): Promise<boolean> {
    if (funding !== 'ESCROW' || accountId === null) return false;
    const freed = earlier?.funding === 'ESCROW' ? earlier.total : 0n;
    return (await this.accounts.availableOf(tx, accountId)) + freed < total;
  }

  /**
   * Ends the fee of a filing that the office sent back, because the fee of its correction replaces it. If the earlier
   * fee was paid by card and the amounts are equal, that payment is not refunded but pays for the correction.
   */
  async replace(tx: Tx, earlier: FilingCharge, charge: FilingCharge): Promise<FilingCharge> {
    const carried = isCarried(earlier, charge);
    await this.giveBack(tx, earlier, carried);
    if (!carried) return charge;
    await this.charges.carryPayment(tx, earlier, charge.id);
    return { ...charge, attemptId: earlier.attemptId };
  }

  /** Sets the fee aside, and takes it if it is due at submission. False when the account has less than the fee. */
  async setAside(tx: Tx, charge: FilingCharge): Promise<boolean> {
    if (charge.funding === 'ESCROW' && charge.total > 0n && !(await this.reserve(tx, charge))) return false;
    await this.charges.move(tx, charge, 'HELD');
    if (charge.chargeWhen === 'SUBMITTED') await this.take(tx, { ...charge, state: 'HELD' });
    return true;
  }

  /** Takes the fee for good: the office has recorded the document, so the fee can no longer be given back. */
  async record(tx: Tx, charge: FilingCharge): Promise<void> {
    await this.take(tx, charge);
    await this.charges.decide(tx, charge.id, this.clock.now());
  }

  private async take(tx: Tx, charge: FilingCharge): Promise<void> {
    if (charge.state === 'TAKEN') return;
    await this.charges.move(tx, charge, 'TAKEN');
    const fee = feeOf(charge);
    if (!fee) return;
    const held = fee.funding === 'ESCROW' ? await this.holds.capture(tx, charge.id, fee.total) : 0n;
    await this.ledger.post(tx, { opType: 'EFILE', lines: filingLines(fee, held), ...entryOf(charge) });
    await this.accounts.tell(tx, charge, 'efile.fee');
  }

  /**
   * Ends a fee that nobody owes: a held amount is released, and a taken fee goes back.
   * @param keepsCard true if the money of the card payment stays, because it pays for the correction of the filing
   */
  async giveBack(tx: Tx, charge: FilingCharge, keepsCard = false): Promise<void> {
    if (charge.state === 'RELEASED') return;
    await this.charges.move(tx, charge, 'RELEASED');
    const fee = feeOf(charge);
    // nothing was set aside for a filing that was only priced and not paid
    if (!fee || (charge.state === 'PRICED' && charge.attemptId === null)) return;
    if (charge.state === 'TAKEN') {
      await this.ledger.post(tx, {
        opType: 'EFILE_RETURN',
        lines: filingReturnLines(fee),
        ...entryOf(charge),
      });
    } else await this.holds.release(tx, charge.id, 'VOIDED');
    if (charge.attemptId !== null && !keepsCard)
      await this.refunds.want(tx, charge.id, charge.attemptId, this.clock.now());
    if (!keepsCard || charge.state === 'TAKEN') await this.accounts.tell(tx, charge, 'efile.given-back');
  }

  private async reserve(tx: Tx, { id, accountId, total }: FilingCharge): Promise<boolean> {
    if (accountId === null) return false;
    const hold = { account: escrowOf(accountId), orderId: id, amount: total, expiresAt: NEVER };
    const placed = await this.holds.place(tx, hold);
    if (placed) await this.accounts.announce(tx, accountId);
    return placed;
  }
}

/** Returns the fee that the payer owes; undefined when nothing is owed. */
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
