import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { FilingFacts } from './filing-facts.js';
import { FilingFees } from './filing-fees.js';
import { FilingRepository } from './filing.repository.js';
import { isOwn } from './filing.rules.js';
import { ASK_AGAIN_MS, isSent } from './filing.states.js';

/**
 * Takes a filing back for its sender: stores the intent, asks the payments service to give the fee back, then sets
 * WITHDRAWN.
 */
@Injectable()
export class FilingWithdrawal {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly fees: FilingFees,
    private readonly facts: FilingFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws RpcFailure when the payments service does not answer; then `FilingCompleter` asks again later */
  async withdraw(
    actor: Actor,
    id: string,
  ): Promise<Result<Record<string, never>, 'NOT_FOUND' | 'FILING_WITH_OFFICE'>> {
    const begun = await this.begin(actor, id);
    if (!begun.ok) return begun;
    await failpoint('filing-withdrawing');
    await this.finish(actor.county, id);
    return ok({});
  }

  /** Ends a withdrawal. Does nothing if the filing is not being withdrawn, or if a correction replaces the filing. */
  async finish(county: string, id: string): Promise<void> {
    const filing = await this.database.withCounty(county, (tx) => this.filings.find(tx, id));
    if (filing?.state !== 'WITHDRAWING' || filing.correctedBy !== null) return;
    await this.fees.settle(county, id, false);
    await failpoint('filing-fee-returned');
    await this.database.withCounty(county, async (tx) => {
      const changes = { nextTryAt: null, decidedAt: this.clock.now() };
      // another process may have moved the filing first, and has then emitted the fact
      if (!(await this.filings.move(tx, id, 'WITHDRAWING', 'WITHDRAWN', changes))) return;
      await this.facts.changed(tx, { ...filing, state: 'WITHDRAWN' }, filing.userId);
    });
  }

  private begin(actor: Actor, id: string): Promise<Result<object, 'NOT_FOUND' | 'FILING_WITH_OFFICE'>> {
    return this.database.withCounty(actor.county, async (tx) => {
      const filing = await this.filings.lock(tx, id);
      if (!isOwn(filing, actor) || !isSent(filing.state)) return fail('NOT_FOUND');
      const { state, correctedBy } = filing;
      if ((state === 'WITHDRAWING' || state === 'WITHDRAWN') && correctedBy === null) return ok({});
      if (state !== 'SUBMITTED' && state !== 'CORRECTION_ASKED') return fail('FILING_WITH_OFFICE');
      const nextTryAt = new Date(this.clock.now().getTime() + ASK_AGAIN_MS);
      await this.filings.move(tx, id, state, 'WITHDRAWING', { nextTryAt });
      return ok({});
    });
  }
}
