import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { AccountRepository } from '../accounts/account.repository.js';
import { SessionEnder, type EndOfSelected } from '../sessions/session.ender.js';
import { removeUsers } from '../users/user-removal.js';
import { tellAccount, tellUsers } from './account-facts.js';
import { AccountRemovalRepository } from './account-removal.repository.js';
import { ManagedAccountRepository } from './managed-account.repository.js';

/** Removes an account with its users, in one transaction. */
@Injectable()
export class AccountRemover {
  constructor(
    private readonly removals: AccountRemovalRepository,
    private readonly managed: ManagedAccountRepository,
    private readonly accounts: AccountRepository,
    private readonly ender: SessionEnder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ends the sessions of the account's users, then removes users and account; does nothing if the account is already
   * gone.
   * @param by the user who deletes it
   * @param end ends sessions in this transaction
   */
  async remove(tx: Tx, id: string, by: string, end: EndOfSelected): Promise<void> {
    await this.managed.lock(tx, id);
    const account = await this.accounts.find(tx, id);
    if (!account) return;
    const users = await this.removals.lockUsers(tx, id);
    const ids = users.map((user) => user.id);
    await this.ender.endOfAccount(tx, id, end);
    await failpoint('account-removing');
    const now = this.clock.now();
    await removeUsers(tx, ids, now);
    await this.removals.remove(tx, id, now);
    await tellUsers(
      tx,
      by,
      id,
      users.map((user) => ({ ...user, status: 'I' as const })),
    );
    await tellAccount(tx, by, { ...account, status: 'I' }, 'account.delete');
  }
}
