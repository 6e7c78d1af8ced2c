import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import type { FilingState } from '@portal/proto/rpc/efile';
import { FilingFacts } from './filing-facts.js';
import { FilingFees } from './filing-fees.js';
import { FilingRepository, type Filing } from './filing.repository.js';

/** The final state of each decision, and whether the fee is taken. */
const ends: Partial<Record<FilingState, { readonly state: FilingState; readonly taken: boolean }>> = {
  RECORDING: { state: 'RECORDED', taken: true },
  REJECTING: { state: 'REJECTED', taken: false },
};

/**
 * Finishes a decision of the office: settles the fee, then sets the state and emits the fact. Each step may be
 * repeated.
 */
@Injectable()
export class FilingSettler {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly fees: FilingFees,
    private readonly facts: FilingFacts,
  ) {}

  /**
   * @returns the filing's state afterwards; undefined when the filing does not exist
   * @throws RpcFailure when the payments service does not answer
   */
  async settle(county: string, id: string): Promise<FilingState | undefined> {
    const filing = await this.database.withCounty(county, (tx) => this.filings.find(tx, id));
    const end = filing && ends[filing.state];
    if (!end) return filing?.state;
    await this.fees.settle(county, id, end.taken);
    await failpoint('filing-fee-settled');
    await this.database.withCounty(county, async (tx) => {
      const moved = await this.filings.move(tx, id, filing.state, end.state, { nextTryAt: null });
      // another process may have moved the filing first, and has then emitted the fact
      if (moved) await this.tell(tx, { ...filing, state: end.state }, filing.decidedBy ?? filing.userId);
    });
    await failpoint('filing-decided');
    return end.state;
  }

  /**
   * Tells the payments service again that a filing is recorded. This is for filings that were recorded by a version in
   * which the payments service did not store decisions yet.
   * @throws RpcFailure when the payments service does not answer
   */
  async confirm(county: string, id: string): Promise<void> {
    await this.fees.settle(county, id, true);
    await this.database.withCounty(county, (tx) => this.filings.rest(tx, id));
  }

  /** @param by the id of the user who changed the filing's state */
  tell(tx: Tx, filing: Filing, by: string): Promise<void> {
    return this.facts.changed(tx, filing, by);
  }
}
