import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { OfficeEntry, postOfficeEntry } from '@portal/proto/rpc/cashier';
import type { ErrorOf } from '@portal/proto/rpc/contract';
import { BalanceRepository } from '../balances/balance.repository.js';
import { PaymentFacts } from '../payment-facts.js';
import { OfficeEntryRepository, type Entering } from './office-entry.repository.js';
import type { Book } from './office-entry.rules.js';
import { OfficeLedger } from './office-ledger.js';

export type Posted = Result<OfficeEntry, ErrorOf<typeof postOfficeEntry>>;

/** Stores an entry of the office once, and posts it unless it waits for a second person. */
@Injectable()
export class EntryPosting {
  constructor(
    private readonly entries: OfficeEntryRepository,
    private readonly ledger: OfficeLedger,
    private readonly facts: PaymentFacts,
    private readonly balances: BalanceRepository,
  ) {}

  /**
   * Enters an entry. An entry that is sent again gets the earlier answer; a different entry with the same id is
   * refused.
   */
  async enterOnce(tx: Tx, entering: Entering, correlationId: string): Promise<Posted> {
    const { id } = entering.entry;
    const isNew = await this.entries.insert(tx, { ...entering, book: await this.bookOf(tx, entering) });
    const found = await this.entries.find(tx, id);
    if (!found) throw new Error(`office entry ${id} is not there`);
    const { hash, ...entry } = found;
    if (!isNew) return hash.equals(entering.hash) ? ok(entry) : fail('CONFLICT');
    if (entering.settles) await this.ledger.requireDebt(tx, entry);
    if (entry.state === 'POSTED') await this.ledger.post(tx, entry, correlationId);
    else await this.keepWaiting(tx, entry);
    return ok(entry);
  }

  /**
   * Returns the balance that an entry changes. A refund is usually taken from the balance of the account's present
   * payment method. If only the other balance has enough money, because the payment method has changed, the refund is
   * taken from there.
   */
  private async bookOf(tx: Tx, { entry, book }: Entering): Promise<Book> {
    if (entry.kind !== 'REFUND') return book;
    const wanted = BigInt(-entry.amount);
    const escrow = await this.balances.find(tx, entry.account, 'USD');
    const left = { ESCROW: escrow?.available ?? 0n, INVOICE: await this.entries.invoiced(tx, entry.account) };
    const other = book === 'INVOICE' ? 'ESCROW' : 'INVOICE';
    return left[book] < wanted && left[other] >= wanted ? other : book;
  }

  /**
   * Makes a correction wait for a second person. Whoever closes the account waits for the end of this transaction, and
   * then finds the correction.
   * @throws NotCovered when the account is closed
   */
  private async keepWaiting(tx: Tx, entry: OfficeEntry): Promise<void> {
    await this.ledger.requireOpen(tx, entry);
    await this.facts.correctionKept(tx, entry, 'asked');
  }
}
