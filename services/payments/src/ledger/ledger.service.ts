import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { assertBalanced, ownersOf, requestHash, type NewEntry } from './entry.rules.js';
import { ClosedAccountRepository } from './closed-account.repository.js';
import { tellEntry } from './entry.fact.js';
import { hasBalance } from './ledger-account.js';
import { LedgerRepository } from './ledger.repository.js';

/** Thrown when the operation was posted before with other lines, which is a bug that must stop the work (L5). */
export class EntryMismatch extends Error {
  override readonly name = 'EntryMismatch';
}

/**
 * Thrown when a line would reduce a customer's balance below the held amount, when the customer's account is closed,
 * or when the month to be charged is over.
 */
export class NotCovered extends Error {
  override readonly name = 'NotCovered';
}

/** Posts entries to the ledger; no other class moves money. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly closed: ClosedAccountRepository,
  ) {}

  /**
   * Posts an entry once. A second call with the same operation and lines does nothing and returns false.
   * @throws EntryMismatch, NotCovered
   */
  async post(tx: Tx, entry: NewEntry): Promise<boolean> {
    assertBalanced(entry);
    const hash = requestHash(entry);
    let written = await this.ledger.insertEntry(tx, entry, hash);
    if (!written) {
      if (await this.isPosted(tx, entry, hash)) return false;
      const { account } = ownersOf(entry);
      if (account !== null) await this.requireOpen(tx, account, `${entry.opType} ${entry.opKey}`);
      const keys = entry.lines.map(({ account }) => account);
      await this.ledger.openAccounts(tx, keys);
      written = await this.ledger.insertEntry(tx, entry, hash);
      // another process may have posted the entry meanwhile
      if (!written && (await this.isPosted(tx, entry, hash))) return false;
    }
    await failpoint('entry-inserted');
    await this.moveBalances(tx, entry, written?.ledgerAccounts ?? []);
    if (written) await tellEntry(tx, entry, written);
    return true;
  }

  /** Keeps the account open until the transaction ends. @throws NotCovered when it is closed */
  async requireOpen(tx: Tx, account: string, operation: string): Promise<void> {
    if (!(await this.closed.isOpen(tx, account)))
      throw new NotCovered(`${operation} is of an account that is closed`);
  }

  /**
   * Waits for the entries that other transactions are posting for the account, and keeps others from posting until the
   * transaction ends. Call it before the transaction posts an entry itself: two transactions that have both posted
   * would wait for each other.
   */
  requireAlone(tx: Tx, account: string): Promise<void> {
    return this.closed.lock(tx, account);
  }

  /** True if the operation was posted, even for an account that was closed later. */
  async hasEntry(tx: Tx, { opType, opKey }: Pick<NewEntry, 'opType' | 'opKey'>): Promise<boolean> {
    return (await this.ledger.findEntryHash(tx, opType, opKey)) !== undefined;
  }

  /** @throws EntryMismatch */
  private async isPosted(tx: Tx, { opType, opKey }: NewEntry, hash: Buffer): Promise<boolean> {
    const posted = await this.ledger.findEntryHash(tx, opType, opKey);
    if (posted && !posted.equals(hash))
      throw new EntryMismatch(`${opType} ${opKey} was posted with other lines`);
    return posted !== undefined;
  }

  /** @param accounts ledger account of each line */
  private async moveBalances(
    tx: Tx,
    { opType, opKey, lines }: NewEntry,
    accounts: readonly string[],
  ): Promise<void> {
    const customers = lines
      .map((line, at) => ({ ...line, id: accountOf(accounts, at) }))
      .filter(({ account }) => hasBalance(account))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id, amount, release } of customers) {
      const covered = await this.ledger.moveBalance(tx, id, amount, release ?? 0n);
      if (!covered) throw new NotCovered(`${opType} ${opKey} is not covered`);
    }
  }
}

function accountOf(accounts: readonly string[], line: number): string {
  const account = accounts[line];
  if (account === undefined) throw new Error(`the account of line ${line} was not opened`);
  return account;
}
