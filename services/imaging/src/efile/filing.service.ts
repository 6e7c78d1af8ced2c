import { Injectable } from '@nestjs/common';
import { failpoint } from '@portal/infra/failpoints';
import { systemActor } from '@portal/infra/rpc';
import { fail, ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type { submitFiling } from '@portal/proto/rpc/efile';
import type { Balance } from '@portal/proto/rpc/payments';
import { serviceName } from '../tables.js';
import { EfileTerms } from './efile-terms.js';
import { FilingFees } from './filing-fees.js';
import { FilingSteps } from './filing-steps.js';
import { mayFile, senderOf } from './filing.rules.js';

type Asked = Parsed<typeof submitFiling>;
type Submitted = ResultOf<typeof submitFiling>;

/**
 * Sends documents to the office (imaging/DESIGN.md#filings): writes a row, then asks the payments service to set the
 * fee aside, then gives the filing its number. Any process that finds the row may repeat a step.
 */
@Injectable()
export class FilingService {
  constructor(
    private readonly steps: FilingSteps,
    private readonly fees: FilingFees,
    private readonly terms: EfileTerms,
  ) {}

  async submit(actor: Actor, { filing, form }: Asked): Promise<Submitted> {
    const { offered, statement, agreedTo } = await this.terms.of(actor.county);
    if (!mayFile(actor) || !offered) return fail('NOT_FOUND');
    if (statement !== '' && !form.acknowledged)
      return fail('INVALID_INPUT', undefined, { acknowledged: 'efile:acknowledge' });
    const begun = await this.steps.begin(actor, filing, { ...senderOf(form), agreedTo });
    if (!begun.ok) return begun;
    const { number } = begun.value;
    if (number !== null) return ok({ number, balance: null });
    await failpoint('filing-submitting');
    const sent = await this.send(actor, filing);
    return sent.ok ? ok(sent.value) : sent;
  }

  /** Continues a submission whose process died, or whose fee was paid by card. */
  async resume(county: string, filing: string): Promise<void> {
    await this.send(systemActor(county, serviceName), filing);
  }

  private async send(actor: Actor, id: string, isAgain = false): Promise<Submitted> {
    const sending = await this.steps.sending(actor.county, id);
    const held = await this.fees.hold(actor, id, sending);
    await failpoint('filing-fee-held');
    if (!held.ok) {
      const refused = { sending: sending.sending, why: held.code };
      const isOver = await this.steps.giveUp(actor.county, id, refused);
      return isOver || isAgain ? held : this.send(actor, id, true);
    }
    const number = await this.steps.finish(actor.county, id);
    return ok({ number, balance: held.value.balance as Balance | null });
  }
}
