import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { decideOfficeEntry, OfficeEntry } from '@portal/proto/rpc/cashier';
import type { ErrorOf, Parsed } from '@portal/proto/rpc/contract';
import { beyondLocks } from '../ledger/lock-timeout.js';
import { NotCovered } from '../ledger/ledger.service.js';
import { standingOf, userOf } from '../payers/standing.rules.js';
import { PaymentFacts } from '../payment-facts.js';
import { OfficeEntryRepository } from './office-entry.repository.js';
import { OfficeLedger } from './office-ledger.js';

type Asked = Parsed<typeof decideOfficeEntry>;
type Decided = Result<OfficeEntry, ErrorOf<typeof decideOfficeEntry>>;

/** Lets a second person approve or refuse a large correction. */
@Injectable()
export class CorrectionService {
  constructor(
    private readonly database: Database,
    private readonly entries: OfficeEntryRepository,
    private readonly ledger: OfficeLedger,
    private readonly facts: PaymentFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Approves or refuses a correction. Only the county's own staff may approve; the provider's staff may refuse too. */
  async decide(actor: Actor, asked: Asked, correlationId: string): Promise<Decided> {
    if (!standingOf(actor).isStaff || (asked.approve && actor.role !== 'COUNTY')) return fail('NOT_FOUND');
    try {
      return await beyondLocks(() =>
        this.database.withCounty(actor.county, (tx) => this.decideOnce(tx, actor, asked, correlationId)),
      );
    } catch (error) {
      if (error instanceof NotCovered) return fail('INSUFFICIENT_FUNDS');
      throw error;
    }
  }

  private async decideOnce(tx: Tx, actor: Actor, asked: Asked, correlationId: string): Promise<Decided> {
    const { id, approve, note } = asked;
    const by = userOf(actor);
    const before = await this.entries.find(tx, id);
    if (!before) return fail('NOT_FOUND');
    if (approve && before.enteredBy === by) return fail('OWN_ENTRY');
    const state = approve ? 'POSTED' : 'REFUSED';
    const moved = await this.entries.decide(tx, { id, state, by, at: this.clock.now(), note });
    const found = await this.entries.find(tx, id);
    if (!found) throw new Error(`office entry ${id} is gone`);
    const { hash: _, ...entry } = found;
    if (!moved) return entry.state === state && entry.decidedBy === by ? ok(entry) : fail('CONFLICT');
    if (approve) await this.ledger.post(tx, entry, correlationId);
    else await this.facts.correctionKept(tx, entry, 'refused');
    return ok(entry);
  }
}
