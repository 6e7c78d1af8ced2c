import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Output } from '@portal/proto/rpc/contract';
import type { reconcileNow, RunFailure } from '@portal/proto/rpc/payments';
import { standingOf } from '../payers/standing.rules.js';
import { PaymentTerms } from '../prices/payment-terms.js';
import { Reconciler } from './reconciler.js';
import { shownRun } from './run.rules.js';

const codes = {
  PROVIDER_UNAVAILABLE: 'COMPARISON_UNANSWERED',
  KEYS_REFUSED: 'COMPARISON_KEYS_REFUSED',
  REQUEST_REFUSED: 'COMPARISON_REQUEST_REFUSED',
  FAILED: 'COMPARISON_FAILED',
} as const satisfies Record<RunFailure, ErrorOf<typeof reconcileNow>>;

/** Compares a county's card payments when its staff asks for it. */
@Injectable()
export class ReconciliationNow {
  constructor(
    private readonly reconciler: Reconciler,
    private readonly terms: PaymentTerms,
  ) {}

  async run(actor: Actor): Promise<Result<Output<typeof reconcileNow>, ErrorOf<typeof reconcileNow>>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const { county } = actor;
    const { timeZone } = await this.terms.of(county);
    const run = await this.reconciler.run({ county, timeZone }, 'NOW', randomUUID());
    if (!run)
      return fail((await this.reconciler.takesCards(county)) ? 'COMPARISON_UNDER_WAY' : 'CARD_NOT_OFFERED');
    if (run.failure !== '') return fail(codes[run.failure]);
    return ok({ run: shownRun(run) });
  }
}
