import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { CorrectionRepository } from './correction.repository.js';
import { FilingRepository, type Filing } from './filing.repository.js';
import { isCorrectable } from './filing.rules.js';

/**
 * Corrections: filings that replace an earlier filing (imaging/DESIGN.md#filings). If the office has asked for the
 * correction, the earlier filing is WITHDRAWING while the correction is sent, so that neither the office nor the sender
 * can change the earlier filing. The fee of the correction then replaces the fee of the earlier filing. If the office
 * has rejected the earlier filing, that filing has no fee to replace, and stays REJECTED.
 */
@Injectable()
export class FilingCorrections {
  constructor(
    private readonly filings: FilingRepository,
    private readonly corrections: CorrectionRepository,
  ) {}

  /** @returns false when the filing may no longer be corrected, for example because the office has it again */
  async begin(tx: Tx, { id, corrects, userId, accountId }: Filing, nextTryAt: Date): Promise<boolean> {
    if (corrects === null) return true;
    const earlier = await this.filings.lock(tx, corrects);
    if (!isCorrectable(earlier, { userId, accountId })) return false;
    await this.corrections.name(tx, corrects, id);
    if (earlier.state === 'REJECTED') return true;
    return this.filings.move(tx, corrects, 'CORRECTION_ASKED', 'WITHDRAWING', { nextTryAt });
  }

  /** The filing whose fee is replaced by the fee of the correction `id`; null when no fee is replaced. */
  replacedBy(tx: Tx, id: string): Promise<string | null> {
    return this.corrections.findReplaced(tx, id);
  }

  async giveUp(tx: Tx, id: string): Promise<void> {
    const replaced = await this.corrections.findReplaced(tx, id);
    if (replaced !== null)
      await this.filings.move(tx, replaced, 'WITHDRAWING', 'CORRECTION_ASKED', { nextTryAt: null });
    await this.corrections.forget(tx, id);
  }

  /**
   * Withdraws the filing that the correction replaces. Emits no fact about that filing, because the sender is informed
   * about the correction instead.
   */
  async finish(tx: Tx, id: string, decidedAt: Date): Promise<void> {
    const replaced = await this.corrections.findReplaced(tx, id);
    if (replaced !== null)
      await this.filings.move(tx, replaced, 'WITHDRAWING', 'WITHDRAWN', { nextTryAt: null, decidedAt });
  }
}
