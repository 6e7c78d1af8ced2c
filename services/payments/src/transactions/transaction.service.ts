import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import {
  transactionKinds,
  transactionsAtOnce,
  type listTransactions,
  type Transaction,
  type TransactionScope,
  type TransactionTotals,
} from '@portal/proto/rpc/transactions';
import { PaymentTerms } from '../prices/payment-terms.js';
import { TransactionRepository, type TransactionRow } from './transaction.repository.js';
import { currentSpans, spanOf, whoseEntries } from './transaction.rules.js';

/** Lists transactions and their totals for the people who may see them; a day begins and ends by the county's clock. */
@Injectable()
export class TransactionService {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionRepository,
    private readonly terms: PaymentTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the totals by kind, in the order of the kinds, without kinds that have no entry this year. */
  async totals(actor: Actor, scope: TransactionScope): Promise<Result<TransactionTotals, 'NOT_FOUND'>> {
    const whose = whoseEntries(actor, scope);
    if (!whose) return fail('NOT_FOUND');
    const { timeZone } = await this.terms.of(actor.county);
    const spans = currentSpans(timeZone, todayIn(timeZone, this.clock));
    const found = await this.database.withCounty(actor.county, (tx) =>
      this.transactions.totals(tx, whose, spans),
    );
    return ok(transactionKinds.flatMap((kind) => found.filter((totals) => totals.kind === kind)));
  }

  async list(
    actor: Actor,
    { scope, from, to, after }: Parsed<typeof listTransactions>,
  ): Promise<Result<Output<typeof listTransactions>, 'NOT_FOUND'>> {
    const whose = whoseEntries(actor, scope);
    if (!whose) return fail('NOT_FOUND');
    const { timeZone } = await this.terms.of(actor.county);
    const limit = transactionsAtOnce + 1;
    const rows = await this.database.withCounty(actor.county, (tx) =>
      this.transactions.list(tx, whose, spanOf(timeZone, from, to), { after, limit }),
    );
    const transactions = rows.slice(0, transactionsAtOnce).map(transactionOf);
    return ok({ transactions, more: rows.length > transactionsAtOnce });
  }
}

const transactionOf = (row: TransactionRow): Transaction => ({
  id: row.id,
  at: row.posted_at.toISOString(),
  kind: row.kind,
  user: /^user:(.+)$/.exec(row.actor)?.[1] ?? null,
  subject: row.subject,
  pages: row.pages,
  charged: Number(row.charged),
  credited: Number(row.credited),
  images: Number(row.images),
});
