import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Output, Parsed } from '@portal/proto/rpc/contract';
import type { listReconciliation, noteFinding } from '@portal/proto/rpc/payments';
import { standingOf, userOf } from '../payers/standing.rules.js';
import { PaymentFacts } from '../payment-facts.js';
import { ReportRepository } from './report.repository.js';
import { RunRepository } from './run.repository.js';
import { shownRun } from './run.rules.js';

const mayRead = (actor: Actor): boolean => standingOf(actor).isStaff;

/** Serves the report that compares the portal's books with the card provider; it is for the county's staff. */
@Injectable()
export class ReconciliationReport {
  constructor(
    private readonly database: Database,
    private readonly report: ReportRepository,
    private readonly runs: RunRepository,
    private readonly facts: PaymentFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(
    actor: Actor,
    { from, to }: Parsed<typeof listReconciliation>,
  ): Promise<Result<Output<typeof listReconciliation>, 'NOT_FOUND'>> {
    if (!mayRead(actor)) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      const findings = await this.report.findings(tx, from, to);
      const days = await this.report.days(tx, from, to);
      const newest = await this.runs.findNewest(tx);
      const suspense = await this.report.suspense(tx);
      return ok({ findings, days, lastRun: newest ? shownRun(newest) : null, suspense });
    });
  }

  /**
   * Stores the note with author and time, and resolves or reopens the finding. A finding whose two sides match by now
   * cannot be reopened. If a colleague has changed the finding since the author saw it, the note is refused, because it
   * would undo the colleague's decision.
   */
  async note(
    actor: Actor,
    { id, note, resolved, seen }: Parsed<typeof noteFinding>,
  ): Promise<Result<Record<string, never>, ErrorOf<typeof noteFinding>>> {
    const text = note.trim();
    if (!mayRead(actor) || text === '') return fail('NOT_FOUND');
    const at = this.clock.now();
    return this.database.withCounty(actor.county, async (tx) => {
      const before = await this.report.lockState(tx, id);
      if (before === undefined) return fail('NOT_FOUND');
      if (seen !== undefined && seen !== before) return fail('FINDING_CHANGED');
      await this.report.setState(tx, id, resolved ? 'RESOLVED' : 'OPEN', at);
      const by = { userId: userOf(actor), username: actor.username };
      await this.report.insertNote(tx, { findingId: id, text, resolved, ...by, at });
      await this.facts.findingNoted(tx, actor, { id, text, resolved });
      return ok({});
    });
  }
}
