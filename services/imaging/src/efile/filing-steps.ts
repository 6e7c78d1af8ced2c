import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { FilingCorrections } from './filing-corrections.js';
import { FilingFacts } from './filing-facts.js';
import { FilingRepository, type Filing, type Sender } from './filing.repository.js';
import { isOwn } from './filing.rules.js';
import { ASK_AGAIN_MS, isSent } from './filing.states.js';

/** One sending of a filing. `replaces` is the earlier filing whose fee is replaced; null when no fee is replaced. */
export interface Sending {
  readonly sending: number;
  readonly replaces: string | null;
}

const sentOnceMore = ({ sendings }: Filing) => ({ sendings: sendings + 1 });

/** The number of a filing that was sent before; null when the submission has begun but is not finished. */
type Begun = Result<{ number: number | null }, 'NOT_FOUND' | 'FILING_CLOSED'>;

/** Changes the rows of a submission, one transaction for each step (imaging/DESIGN.md#filings). */
@Injectable()
export class FilingSteps {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly corrections: FilingCorrections,
    private readonly facts: FilingFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores the intent to send a filing. If the filing is a correction, the filing that it replaces cannot be changed
   * until the correction is sent or given up.
   */
  begin(actor: Actor, id: string, changes: Sender & { agreedTo: string }): Promise<Begun> {
    return this.database.withCounty(actor.county, async (tx): Promise<Begun> => {
      const filing = await this.filings.lock(tx, id);
      if (!isOwn(filing, actor)) return fail('NOT_FOUND');
      if (isSent(filing.state)) return ok({ number: filing.number });
      if (filing.state === 'SUBMITTING') return ok({ number: null });
      // the price holds only for the kind of document that was priced
      if (filing.state !== 'PRICED' || filing.efileType !== changes.efileType) return fail('FILING_CLOSED');
      const nextTryAt = this.again();
      if (!(await this.corrections.begin(tx, filing, nextTryAt))) return fail('FILING_CLOSED');
      await this.filings.move(tx, id, 'PRICED', 'SUBMITTING', {
        ...changes,
        ...sentOnceMore(filing),
        nextTryAt,
      });
      return ok({ number: null });
    });
  }

  /**
   * Sends a filing whose fee was paid by card, even if the filing that it corrects can no longer be corrected. If the
   * process died before the filing was PRICED, the sender never saw the price and may have uploaded the document again.
   * Such a filing is removed and its payment is refunded.
   */
  async beginPaid(tx: Tx, id: string): Promise<void> {
    const filing = await this.filings.lock(tx, id);
    if (filing?.state === 'UPLOADED')
      await this.filings.move(tx, id, 'UPLOADED', 'DISCARDING', { nextTryAt: this.clock.now() });
    if (filing?.state === 'PRICED' || filing?.state === 'SUBMITTING')
      await this.filings.notePaid(tx, id, this.clock.now());
    if (filing?.state !== 'PRICED') return;
    await this.corrections.begin(tx, filing, this.again());
    await this.filings.move(tx, id, 'PRICED', 'SUBMITTING', {
      ...sentOnceMore(filing),
      nextTryAt: this.clock.now(),
    });
  }

  /** What the payments service must know to set the fee of a filing aside. */
  sending(county: string, id: string): Promise<Sending> {
    return this.database.withCounty(county, async (tx) => {
      // locked, so that `sending` and `replaces` belong together, although they are read one after the other
      const filing = await this.filings.lock(tx, id);
      return { sending: filing?.sendings ?? 0, replaces: await this.corrections.replacedBy(tx, id) };
    });
  }

  /**
   * Gives the submission up. No fee was taken, and the payments service refuses this sending from now on, so the sender
   * may try again, and the office may claim the filing that was to be corrected.
   * @param sending the refused sending; a later one is not given up
   * @returns false when the fee was paid by card after the payments service reported a missing payment; the submission
   * then goes on
   */
  giveUp(county: string, id: string, { sending, why }: { sending: number; why: string }): Promise<boolean> {
    return this.database.withCounty(county, async (tx) => {
      const filing = await this.filings.lock(tx, id);
      if (filing?.sendings !== sending) return true;
      if (why === 'PAYMENT_NEEDED' && filing.state === 'SUBMITTING' && filing.paidAt !== null) {
        await this.filings.sendAgain(tx, id);
        return false;
      }
      if (await this.filings.move(tx, id, 'SUBMITTING', 'PRICED', { nextTryAt: null }))
        await this.corrections.giveUp(tx, id);
      return true;
    });
  }

  /** @returns the filing's number. An earlier call may already have given the filing this number. */
  finish(county: string, id: string): Promise<number> {
    return this.database.withCounty(county, async (tx) => {
      const filing = await this.filings.lock(tx, id);
      if (!filing) throw new Error(`filing ${id} is gone`);
      if (filing.number !== null) return filing.number;
      const number = await this.filings.nextNumber(tx);
      const submittedAt = this.clock.now();
      const changes = { number, submittedAt, nextTryAt: null };
      if (!(await this.filings.move(tx, id, 'SUBMITTING', 'SUBMITTED', changes)))
        throw new Error(`filing ${id} has its fee and is ${filing.state}`);
      await this.corrections.finish(tx, id, submittedAt);
      const sent: Filing = { ...filing, state: 'SUBMITTED', number, submittedAt };
      await this.facts.changed(tx, sent, filing.userId);
      return number;
    });
  }

  private again(): Date {
    return new Date(this.clock.now().getTime() + ASK_AGAIN_MS);
  }
}
