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
import { AccountBook } from './account-book.js';
import { OfficeEntryRepository } from './office-entry.repository.js';
import { endsWithDebt } from './office-entry.rules.js';
import { MoreThanOwed, OfficeLedger } from './office-ledger.js';

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
    private readonly accounts: AccountBook,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Approves or refuses a correction. Only staff with the role COUNTY may approve; staff with the role TRIMIN may only
   * refuse.
   */
  async decide(actor: Actor, asked: Asked, correlationId: string): Promise<Decided> {
    if (!standingOf(actor).isStaff || (asked.approve && actor.role !== 'COUNTY')) return fail('NOT_FOUND');
    try {
      const settles = asked.approve && (await this.settlesDebt(actor, asked.id));
      return await beyondLocks(() =>
        this.database.withCounty(actor.county, (tx) =>
          this.decideOnce(tx, actor, { ...asked, settles }, correlationId),
        ),
      );
    } catch (error) {
      if (error instanceof MoreThanOwed) return fail('MORE_THAN_OWED');
      if (error instanceof NotCovered) return fail('INSUFFICIENT_FUNDS');
      throw error;
    }
  }

  /**
   * True if the correction changes the invoices of an account that does not pay by invoice now. The payment method at
   * the time when the correction was entered does not matter.
   */
  private async settlesDebt(actor: Actor, id: string): Promise<boolean> {
    const entry = await this.database.withCounty(actor.county, (tx) => this.entries.find(tx, id));
    if (entry?.book !== 'INVOICE' || entry.state !== 'WAITING') return false;
    const account = await this.accounts.find(actor, entry.account);
    return account !== undefined && endsWithDebt(account.terms, entry.book);
  }

  private async decideOnce(
    tx: Tx,
    actor: Actor,
    { settles, ...asked }: Asked & { settles: boolean },
    correlationId: string,
  ): Promise<Decided> {
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
    if (settles) await this.ledger.requireDebt(tx, entry);
    if (approve) await this.ledger.post(tx, entry, correlationId);
    else await this.facts.correctionKept(tx, entry, 'refused');
    return ok(entry);
  }
}
