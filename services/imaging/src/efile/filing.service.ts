import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { systemActor } from '@portal/infra/rpc';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type { submitFiling } from '@portal/proto/rpc/efile';
import type { Balance } from '@portal/proto/rpc/payments';
import { serviceName } from '../tables.js';
import { EfileTerms } from './efile-terms.js';
import { FilingFacts } from './filing-facts.js';
import { FilingFees, type Held } from './filing-fees.js';
import { FilingRepository, type Filing } from './filing.repository.js';
import { isOwn, mayFile, senderOf } from './filing.rules.js';
import { ASK_AGAIN_MS, isSent } from './filing.states.js';

type Asked = Parsed<typeof submitFiling>;
type Submitted = ResultOf<typeof submitFiling>;

/** What is left to do after the row was looked at. */
type Begun = Result<{ number: number | null }, 'NOT_FOUND' | 'FILING_CLOSED'>;

/**
 * Sends documents to the office (imaging/DESIGN.md#filings): the intent is a row first, then payments sets the fee aside,
 * then the filing gets its number. Each step may be repeated by whoever finds the row.
 */
@Injectable()
export class FilingService {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly fees: FilingFees,
    private readonly facts: FilingFacts,
    private readonly terms: EfileTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async submit(actor: Actor, { filing, form }: Asked): Promise<Submitted> {
    const { offered, statement, agreedTo } = await this.terms.of(actor.county);
    if (!mayFile(actor) || !offered) return fail('NOT_FOUND');
    if (statement !== '' && !form.acknowledged)
      return fail('INVALID_INPUT', undefined, { acknowledged: 'efile:acknowledge' });
    const begun = await this.begin(actor, filing, { ...senderOf(form), agreedTo });
    if (!begun.ok) return begun;
    const { number } = begun.value;
    if (number !== null) return ok({ number, balance: null });
    await failpoint('filing-submitting');
    const sent = await this.send(actor, filing);
    return sent.ok ? ok(sent.value) : sent;
  }

  /** Goes on with a submission whose process died, or that a card has paid. */
  async resume(county: string, filing: string): Promise<void> {
    await this.send(systemActor(county, serviceName), filing);
  }

  private begin(actor: Actor, id: string, changes: ReturnType<typeof senderOf> & { agreedTo: string }) {
    return this.database.withCounty(actor.county, async (tx): Promise<Begun> => {
      const filing = await this.filings.lock(tx, id);
      if (!isOwn(filing, actor)) return fail('NOT_FOUND');
      if (isSent(filing.state)) return ok({ number: filing.number });
      // the fee is that of the kind that was priced
      if (filing.efileType !== changes.efileType || filing.state === 'UPLOADED') return fail('FILING_CLOSED');
      if (filing.state === 'PRICED') {
        const nextTryAt = new Date(this.clock.now().getTime() + ASK_AGAIN_MS);
        await this.filings.move(tx, id, 'PRICED', 'SUBMITTING', { ...changes, nextTryAt });
      }
      return ok({ number: null });
    });
  }

  private async send(actor: Actor, id: string): Promise<Submitted> {
    const held = await this.fees.hold(actor, id);
    await failpoint('filing-fee-held');
    if (!held.ok) return this.giveUp(actor.county, id, held);
    const number = await this.finish(actor, id);
    return ok({ number, balance: held.value.balance as Balance | null });
  }

  /** The sender may try again: nothing was taken. */
  private async giveUp(county: string, id: string, held: Extract<Held, { ok: false }>): Promise<Submitted> {
    await this.database.withCounty(county, (tx) =>
      this.filings.move(tx, id, 'SUBMITTING', 'PRICED', { nextTryAt: null }),
    );
    return held;
  }

  private finish({ county }: Actor, id: string): Promise<number> {
    return this.database.withCounty(county, async (tx) => {
      const filing = await this.filings.lock(tx, id);
      if (!filing) throw new Error(`filing ${id} is gone`);
      if (filing.number !== null) return filing.number;
      const number = await this.filings.nextNumber(tx);
      const submittedAt = this.clock.now();
      const changes = { number, submittedAt, nextTryAt: null };
      if (!(await this.filings.move(tx, id, 'SUBMITTING', 'SUBMITTED', changes)))
        throw new Error(`filing ${id} has its fee and is ${filing.state}`);
      const sent: Filing = { ...filing, state: 'SUBMITTED', number, submittedAt };
      await this.facts.changed(tx, sent, filing.userId);
      return number;
    });
  }
}
