import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { failpoint } from '@portal/infra/failpoints';
import type { OfficeEntry } from '@portal/proto/rpc/cashier';
import { BalanceService } from '../balances/balance.service.js';
import { LedgerService, NotCovered } from '../ledger/ledger.service.js';
import { OfficeEntryRepository } from './office-entry.repository.js';
import { officeLines, subjectOf } from './office-entry.rules.js';

/** Thrown when a payment or a correction exceeds the debt that it is meant to settle. */
export class MoreThanOwed extends Error {
  override readonly name = 'MoreThanOwed';
}

/** Posts the ledger entry of an office entry, in the transaction that sets the office entry to POSTED. */
@Injectable()
export class OfficeLedger {
  constructor(
    private readonly ledger: LedgerService,
    private readonly entries: OfficeEntryRepository,
    private readonly balances: BalanceService,
  ) {}

  /** @throws NotCovered when the account has less than the entry takes from it */
  async post(tx: Tx, entry: OfficeEntry, correlationId: string): Promise<void> {
    const { id, account, kind, means, amount, number, note, book, enteredBy, decidedBy } = entry;
    if (book === 'INVOICE' && kind === 'REFUND') await this.coverByInvoices(tx, entry);
    await failpoint('office-entry-written');
    await this.ledger.post(tx, {
      opType: `OFFICE_${kind}`,
      opKey: id,
      lines: officeLines(entry),
      actor: `user:${enteredBy}`,
      correlationId,
      subject: subjectOf(entry),
      account,
    });
    if (book === 'ESCROW') await this.balances.announce(tx, account, 'USD');
    await emit(tx, {
      type: 'payments.office-entry-posted.v1',
      aggregate: `account:${account}`,
      actor: decidedBy ?? enteredBy,
      payload: { entry: id, account, kind, means: means ?? '', amount: BigInt(amount), number, note },
    });
  }

  /** Keeps the account open until the transaction ends. @throws NotCovered when it is closed */
  requireOpen(tx: Tx, { id, account, kind }: OfficeEntry): Promise<void> {
    return this.ledger.requireOpen(tx, account, `OFFICE_${kind} ${id}`);
  }

  /**
   * Checks that the account owes at least as much on invoices as the entry takes off the debt. Does not check a
   * correction that adds to the debt, for example after a check has bounced.
   * @throws MoreThanOwed when the account owes less
   */
  async requireDebt(tx: Tx, { id, account, kind, amount }: OfficeEntry): Promise<void> {
    if (amount < 0) return;
    await this.ledger.requireAlone(tx, account);
    const invoiced = await this.entries.invoiced(tx, account);
    if (invoiced + BigInt(amount) > 0n) throw new MoreThanOwed(`OFFICE_${kind} ${id} exceeds the debt`);
  }

  /**
   * Checks that overpaid invoices cover a refund. Invoices have no running balance that the database could check
   * instead, so purchases by invoice have to wait until the refund is posted.
   */
  private async coverByInvoices(tx: Tx, { id, account, amount }: OfficeEntry): Promise<void> {
    await this.ledger.requireAlone(tx, account);
    const paidAhead = await this.entries.invoiced(tx, account);
    if (paidAhead + BigInt(amount) < 0n) throw new NotCovered(`OFFICE_REFUND ${id} is not covered`);
  }
}
