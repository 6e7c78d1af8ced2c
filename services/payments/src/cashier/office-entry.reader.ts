import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { listOfficeEntries, OfficeEntry } from '@portal/proto/rpc/cashier';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import { BalanceRepository } from '../balances/balance.repository.js';
import { standingOf, userOf } from '../payers/standing.rules.js';
import { PaymentTerms } from '../prices/payment-terms.js';
import { OfficeEntryRepository } from './office-entry.repository.js';

/** Reads the entries that the office has made, for the staff of the office. */
@Injectable()
export class OfficeEntryReader {
  constructor(
    private readonly database: Database,
    private readonly entries: OfficeEntryRepository,
    private readonly balances: BalanceRepository,
    private readonly terms: PaymentTerms,
  ) {}

  async list(
    actor: Actor,
    { account, ...page }: Parsed<typeof listOfficeEntries>,
  ): Promise<Result<Output<typeof listOfficeEntries>, 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const { cashier } = await this.terms.of(actor.county);
    return this.database.withCounty(actor.county, async (tx) => {
      const listed = await this.entries.list(tx, account, page);
      const correctionLimit = cashier.correctionLimit;
      if (account === null) {
        const toApprove =
          actor.role === 'COUNTY' ? await this.entries.countForApproval(tx, userOf(actor)) : 0;
        return ok({ ...listed, balance: null, toApprove, correctionLimit });
      }
      const escrow = await this.balances.find(tx, account, 'USD');
      const invoices = await this.entries.findInvoiced(tx, account);
      const invoiced = invoices ?? 0n;
      const posted = (escrow?.posted ?? 0n) + invoiced;
      const owed = invoiced < 0n ? -invoiced : 0n;
      const held = escrow ? escrow.posted - escrow.available : 0n;
      const balance = {
        ...{ posted: Number(posted), held: Number(held), owed: Number(owed) },
        hasInvoices: invoices !== undefined,
      };
      return ok({ ...listed, balance, toApprove: 0, correctionLimit });
    });
  }

  async get(actor: Actor, id: string): Promise<Result<OfficeEntry, 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const found = await this.database.withCounty(actor.county, (tx) => this.entries.find(tx, id));
    if (!found) return fail('NOT_FOUND');
    const { hash: _, ...entry } = found;
    return ok(entry);
  }
}
