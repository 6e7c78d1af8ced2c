import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { assertBalanced, requestHash, type NewEntry } from './entry.rules.js';
import { hasBalance, keyText } from './ledger-account.js';
import { LedgerRepository, type OpenAccount } from './ledger.repository.js';

/** The same operation was posted before with other lines: a bug, never continued (L5). */
export class EntryMismatch extends Error {
  override readonly name = 'EntryMismatch';
}

/** A line would take a customer's balance below what is held. */
export class NotCovered extends Error {
  override readonly name = 'NotCovered';
}

/** Posts entries. Money moves nowhere else. */
@Injectable()
export class LedgerService {
  constructor(private readonly ledger: LedgerRepository) {}

  /**
   * Posts an entry once: the second call with the same operation and lines does nothing and answers false.
   * @throws EntryMismatch, NotCovered
   */
  async post(tx: Tx, entry: NewEntry): Promise<boolean> {
    assertBalanced(entry);
    const hash = requestHash(entry);
    const opened = await this.ledger.openAccounts(
      tx,
      entry.lines.map(({ account }) => account),
    );
    const entryId = await this.ledger.insertEntry(tx, entry, hash);
    if (entryId === undefined) {
      const posted = await this.ledger.findEntryHash(tx, entry.opType, entry.opKey);
      if (!posted?.equals(hash))
        throw new EntryMismatch(`${entry.opType} ${entry.opKey} was posted with other lines`);
      return false;
    }
    const lines = entry.lines.map((line) => ({ ...line, account: accountOf(opened, keyText(line.account)) }));
    await failpoint('entry-inserted');
    await this.ledger.insertPostings(tx, entryId, lines);
    const customers = lines.filter(({ account }) => hasBalance(account));
    customers.sort((a, b) => (a.account.id < b.account.id ? -1 : 1));
    for (const { account, amount, release } of customers) {
      const covered = await this.ledger.moveBalance(tx, account.id, amount, release ?? 0n);
      if (!covered) throw new NotCovered(`${entry.opType} ${entry.opKey} is not covered`);
    }
    return true;
  }
}

function accountOf(opened: ReadonlyMap<string, OpenAccount>, key: string): OpenAccount {
  const account = opened.get(key);
  if (!account) throw new Error(`ledger account ${key} was not opened`);
  return account;
}
