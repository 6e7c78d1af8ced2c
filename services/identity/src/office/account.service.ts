import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { isDuplicate, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Account } from '@portal/proto/rpc/identity';
import { SessionEnder } from '../sessions/session.ender.js';
import { UserRepository } from '../users/user.repository.js';
import { AccountRepository } from '../accounts/account.repository.js';
import { maySaveAccounts, sameAccount } from '../accounts/account.rules.js';

type Saved = Result<Record<string, never>, 'CONFLICT' | 'NOT_FOUND'>;

@Injectable()
export class AccountService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly users: UserRepository,
    private readonly ender: SessionEnder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates an account, or updates the account with this id; repeating the call changes nothing. New terms apply to the
   * sessions of the account's users at their next request; deactivating the account ends these sessions.
   * @returns CONFLICT if another account has the name, or if the account with this id was deleted
   */
  async save(actor: Actor, account: Account): Promise<Saved> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    try {
      return await this.ender.change(actor.county, { account: account.id }, async (tx, end) => {
        if (await this.accounts.isNameTaken(tx, account.name, account.id)) return fail('CONFLICT');
        if (await this.accounts.isFormer(tx, account.id)) return fail('CONFLICT');
        const before = await this.accounts.find(tx, account.id);
        if (before && sameAccount(before, account)) return ok({});
        await this.accounts.save(tx, account, this.clock.now());
        await this.users.lockOfAccount(tx, account.id);
        if (account.status !== 'A') await this.ender.endOfAccount(tx, account.id, end);
        await this.tellChanged(tx, actor, account);
        return ok({});
      });
    } catch (error) {
      if (isDuplicate(error, 'account_name_key')) return fail('CONFLICT');
      throw error;
    }
  }

  private tellChanged(tx: Tx, actor: Actor, { id, name, status, terms }: Account): Promise<void> {
    return emit(tx, {
      type: 'identity.account-changed.v1',
      aggregate: `account:${id}`,
      actor: actor.user ?? actor.username,
      payload: { account: id, name, status, terms },
    });
  }
}
