import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import type { ManagedAccount } from '@portal/proto/http/accounts';
import { fail, ok, type Result } from '@portal/proto/result';
import type {
  exportManagedAccounts,
  getPageAccess,
  listManagedAccounts,
} from '@portal/proto/rpc/account-manager';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import { exportBatch } from '@portal/proto/rpc/user-manager';
import { AccountRepository } from '../accounts/account.repository.js';
import { maySaveAccounts } from '../accounts/account.rules.js';
import { ManagedAccountRepository, type AccountQuery } from './managed-account.repository.js';

/** What the account list and the entry of an account show (C2-01 to C2-18). */
@Injectable()
export class AccountManagerService {
  constructor(
    private readonly database: Database,
    private readonly managed: ManagedAccountRepository,
    private readonly accounts: AccountRepository,
    private readonly sections: CountySections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(
    actor: Actor,
    query: AccountQuery,
  ): Promise<Result<Output<typeof listManagedAccounts>, 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    const month = await this.monthOf(actor.county);
    return this.database.withCounty(actor.county, async (tx) => {
      const accounts = await this.managed.list(tx, month, query);
      return ok({ accounts, total: await this.managed.count(tx, month, query) });
    });
  }

  /** Like the list, all of it in turns. */
  async export(
    actor: Actor,
    { after, ...query }: Parsed<typeof exportManagedAccounts>,
  ): Promise<Result<ManagedAccount[], 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    const month = await this.monthOf(actor.county);
    const part = { after, limit: exportBatch };
    return ok(
      await this.database.withCounty(actor.county, (tx) => this.managed.listBehind(tx, month, query, part)),
    );
  }

  async open(actor: Actor, id: string): Promise<Result<ManagedAccount, 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    const month = await this.monthOf(actor.county);
    const found = await this.database.withCounty(actor.county, (tx) => this.managed.find(tx, id, month));
    return found ? ok(found) : fail('NOT_FOUND');
  }

  async pageAccess(actor: Actor, id: string): Promise<Result<Output<typeof getPageAccess>, 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    const found = await this.database.withCounty(actor.county, (tx) => this.accounts.find(tx, id));
    return found ? ok({ name: found.name, searches: found.searchList }) : fail('NOT_FOUND');
  }

  /** The first day of the county's month. */
  private async monthOf(county: string): Promise<string> {
    const timeZone = (await this.sections.findCounty(county))?.timeZone ?? 'UTC';
    return `${todayIn(timeZone, this.clock).slice(0, 7)}-01`;
  }
}
