import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import {
  isPayingSection,
  payingFaults,
  payingSections,
  type PayingSections,
} from '@portal/proto/config/offered-payments.rules';
import type { SectionName } from '@portal/proto/config/sections';
import { SectionRepository } from './section.repository.js';
import { filledSection, unsavedSection } from './section.rules.js';

/**
 * Checks the sections of prices, payment methods and the preauthorization together, because their values depend on each
 * other.
 */
@Injectable()
export class PayingCheck {
  constructor(private readonly sections: SectionRepository) {}

  /**
   * Makes simultaneous saves of these sections wait for each other, so that no two saves are stored that are valid
   * alone but contradict each other.
   * @param value the checked value that is about to be saved
   * @returns the message key of each field at fault; undefined when there is none
   */
  async faultsOf(tx: Tx, name: SectionName, value: unknown): Promise<Record<string, string> | undefined> {
    if (!isPayingSection(name)) return undefined;
    const before = await this.locked(tx);
    const faults = payingFaults(name, before, { ...before, [name]: value });
    return Object.keys(faults).length > 0 ? faults : undefined;
  }

  /** Returns the sections as they are; other saves of these sections wait until the transaction ends. */
  async locked(tx: Tx): Promise<PayingSections> {
    await tx.run(`SELECT pg_advisory_xact_lock(hashtextextended('paying sections ' || $1, 0))`, [
      tx.countyId,
    ]);
    const stored = new Map((await this.sections.listNamed(tx, payingSections)).map((row) => [row.name, row]));
    return Object.fromEntries(
      payingSections.map((each) => {
        const row = stored.get(each);
        return [each, (row ? filledSection(each, row) : unsavedSection(each)).value];
      }),
    ) as PayingSections;
  }
}
