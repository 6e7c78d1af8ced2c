import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { isDuplicate, type Tx } from '@portal/infra/db';
import { accountNameIssue, postsToLandLink, type AccountEntry } from '@portal/proto/http/accounts';
import type { SearchType } from '@portal/proto/http/search-types';
import { fail, ok, type Failure, type Result } from '@portal/proto/result';
import type { WantedStatus } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Account } from '@portal/proto/rpc/identity';
import { AccountRepository } from '../accounts/account.repository.js';
import { maySaveAccounts } from '../accounts/account.rules.js';
import { saveKey } from '../accounts/save-key.js';
import { SessionEnder } from '../sessions/session.ender.js';
import { UserRepository } from '../users/user.repository.js';
import { tellAccount, tellUsers } from './account-facts.js';
import { ManagedAccountRepository } from './managed-account.repository.js';

type Done = Record<string, never>;

/**
 * Changes accounts for staff. Each change is one transaction. After the transaction, the cached sessions of the
 * account's users are renewed.
 */
@Injectable()
export class AccountManagerWriter {
  constructor(
    private readonly managed: ManagedAccountRepository,
    private readonly accounts: AccountRepository,
    private readonly users: UserRepository,
    private readonly ender: SessionEnder,
    private readonly sections: CountySections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async create(
    actor: Actor,
    id: string,
    given: AccountEntry,
  ): Promise<Result<Done, 'INVALID_INPUT' | 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    const offered = await this.offeredMethods(actor);
    const entry = tidy(given);
    return this.named(() =>
      this.ender.change(actor.county, { account: id }, async (tx) => {
        const fault = await this.faultOf(tx, id, entry, undefined, offered);
        if (fault) return fault;
        await this.managed.insert(tx, id, entry, this.clock.now());
        await this.tell(tx, actor, id, 'account.create');
        return ok({});
      }),
    );
  }

  /**
   * Saves an entry. A repeat of the last save by the same person changes nothing.
   * @param version the version of the entry that was read; undefined overwrites any version
   */
  async save(
    actor: Actor,
    id: string,
    given: AccountEntry,
    version: string | undefined,
  ): Promise<Result<Done, 'ACCOUNT_INACTIVE' | 'CONFLICT' | 'INVALID_INPUT' | 'NOT_FOUND'>> {
    const offered = await this.offeredMethods(actor);
    const entry = tidy(given);
    const key = saveKey(actor, version, entry);
    return this.named(() =>
      this.change(actor, id, async (tx, before) => {
        if (before.status !== 'A') return fail('ACCOUNT_INACTIVE');
        if (!(await this.managed.saves.isVersion(tx, id, version)))
          return (await this.managed.saves.isRepeated(tx, id, key)) ? ok({}) : fail('CONFLICT');
        const fault = await this.faultOf(tx, id, entry, before, offered);
        if (fault) return fault;
        const now = this.clock.now();
        await this.managed.save(tx, id, entry, now);
        await this.managed.saves.note(tx, id, key, actor, now);
        await this.tell(tx, actor, id, 'account.save');
        return ok({});
      }),
    );
  }

  /**
   * Activates or deactivates an account. A deactivation also deactivates the active users of the account, and a later
   * activation activates these users again (C2-24). An account that already has the wanted status does not change.
   * @param wanted the status to set; undefined activates an inactive account and deactivates an active one
   */
  async setStatus(
    actor: Actor,
    id: string,
    wanted: WantedStatus | undefined,
  ): Promise<Result<{ status: WantedStatus; users: number }, 'NOT_FOUND'>> {
    const answer = await this.change(actor, id, async (tx, before, end) => {
      const status = wanted ?? (before.status === 'A' ? 'I' : 'A');
      if (status === before.status) return ok({ status, users: 0 });
      const now = this.clock.now();
      await this.managed.setStatus(tx, id, status, now);
      const moved = await this.managed.moveUsers(tx, id, status, now);
      if (status === 'I') await end();
      await tellUsers(tx, actor.user ?? actor.username, id, moved);
      await this.tell(tx, actor, id, status === 'A' ? 'account.activate' : 'account.deactivate');
      return ok({ status, users: moved.length });
    });
    // needed even if the account was inactive before: users with open sessions may have moved to it since
    if (answer.ok && answer.value.status === 'I')
      await this.ender.end(actor.county, { account: id }, 'DEACTIVATED');
    return answer;
  }

  savePageAccess(
    actor: Actor,
    id: string,
    searches: readonly SearchType[],
  ): Promise<Result<Done, 'ACCOUNT_INACTIVE' | 'NOT_FOUND'>> {
    return this.change(actor, id, async (tx, before) => {
      if (before.status !== 'A') return fail('ACCOUNT_INACTIVE');
      await this.managed.saveSearches(tx, id, searches, this.clock.now());
      await this.tell(tx, actor, id, 'account.page-access');
      return ok({});
    });
  }

  /**
   * Makes a change to an account. Fails with NOT_FOUND if the account does not exist or the actor may not change
   * accounts.
   * @param work the change; it gets a function that ends the sessions of the account's users in the same transaction
   */
  private async change<T>(
    actor: Actor,
    id: string,
    work: (tx: Tx, before: Account, end: () => Promise<void>) => Promise<T>,
  ): Promise<T | ReturnType<typeof fail<'NOT_FOUND'>>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    return this.ender.change(actor.county, { account: id }, async (tx, end) => {
      await this.managed.lock(tx, id);
      const before = await this.accounts.find(tx, id);
      if (!before) return fail('NOT_FOUND');
      await this.users.lockOfAccount(tx, id);
      return work(tx, before, () => this.ender.endOfAccount(tx, id, end));
    });
  }

  private async offeredMethods({ county }: Actor): Promise<readonly string[]> {
    return (await this.sections.get(county, 'payments')).paymentMethods;
  }

  /** Checks what depends on stored data: a new name must be free, and the county must accept a new payment method. */
  private async faultOf(
    tx: Tx,
    id: string,
    entry: AccountEntry,
    before: Account | undefined,
    offered: readonly string[],
  ): Promise<Failure<'INVALID_INPUT'> | undefined> {
    const { name, paymentMethod } = entry;
    const fields: Record<string, string> = {};
    const issue = name === before?.name ? undefined : accountNameIssue(name);
    if (issue !== undefined) fields.name = issue;
    else if (await this.accounts.isNameTaken(tx, name, id)) fields.name = NAME_TAKEN;
    if (paymentMethod !== before?.terms.paymentMethod && !offered.includes(paymentMethod))
      fields.paymentMethod = 'panel:paymentMethodNotTaken';
    return Object.keys(fields).length > 0 ? fail('INVALID_INPUT', undefined, fields) : undefined;
  }

  /** Reports a name as taken if another request gave it to another account at the same time. */
  private async named<T>(work: () => Promise<T>): Promise<T | Failure<'INVALID_INPUT'>> {
    try {
      return await work();
    } catch (error) {
      if (isDuplicate(error, 'account_name_key'))
        return fail('INVALID_INPUT', undefined, { name: NAME_TAKEN });
      throw error;
    }
  }

  private async tell(tx: Tx, actor: Actor, id: string, action: string): Promise<void> {
    const account = await this.accounts.find(tx, id);
    if (!account) throw new Error(`account ${id} is not there after its change`);
    await tellAccount(tx, actor.user ?? actor.username, account, action);
  }
}

const NAME_TAKEN = 'panel:accountNameTaken';

/**
 * Corrects two fields that the form may send with values that contradict its other fields: an account posts to LandLink
 * unless it pays by card, and only a flat-fee account has a rate level.
 */
const tidy = (entry: AccountEntry): AccountEntry => ({
  ...entry,
  postToLandLink: postsToLandLink(entry.paymentMethod, entry.postToLandLink),
  flatFeeRateLevel: entry.accountType === 'FLAT_FEE' ? entry.flatFeeRateLevel : 0,
});
