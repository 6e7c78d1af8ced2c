import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { fail } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { beyondLocks } from '../ledger/lock-timeout.js';
import { NotCovered } from '../ledger/ledger.service.js';
import { standingOf, userOf } from '../payers/standing.rules.js';
import { AccountBook } from './account-book.js';
import { EntryPosting, type Posted } from './entry-posting.js';
import type { Entering } from './office-entry.repository.js';
import {
  bookOf,
  faultsOf,
  hashOf,
  needsSecondPerson,
  settlesDebt,
  type NewOfficeEntry,
} from './office-entry.rules.js';
import { MoreThanOwed } from './office-ledger.js';
import { PaymentTerms } from '../prices/payment-terms.js';

const refusedAt = (field: string, text: string): Posted =>
  fail('INVALID_INPUT', undefined, { [field]: text });

/** Takes a clerk's entries: payments and refunds are posted at once, large corrections wait for a second person. */
@Injectable()
export class CashierService {
  constructor(
    private readonly database: Database,
    private readonly posting: EntryPosting,
    private readonly accounts: AccountBook,
    private readonly terms: PaymentTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async enter(actor: Actor, entry: NewOfficeEntry, correlationId: string): Promise<Posted> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const faults = faultsOf(entry);
    if (Object.keys(faults).length > 0) return fail('INVALID_INPUT', undefined, faults);
    const account = await this.accounts.find(actor, entry.account);
    if (!account) return fail('NOT_FOUND');
    const book = bookOf(account.terms, entry);
    if (!book) return refusedAt('kind', 'cashier:paysByCard');
    const { cashier } = await this.terms.of(actor.county);
    const limit = cashier.correctionLimit;
    const state = needsSecondPerson(entry, limit) ? 'WAITING' : 'POSTED';
    const at = this.clock.now();
    const settles = settlesDebt(account.terms, entry);
    const entering: Entering = {
      ...{ entry, hash: hashOf(entry), book, settles, state, limit, by: userOf(actor), at },
    };
    try {
      return await beyondLocks(() =>
        this.database.withCounty(actor.county, (tx) => this.posting.enterOnce(tx, entering, correlationId)),
      );
    } catch (error) {
      if (error instanceof NotCovered) return refusedAt('amount', 'cashier:notCovered');
      if (error instanceof MoreThanOwed) return refusedAt('amount', 'cashier:moreThanOwed');
      throw error;
    }
  }
}
