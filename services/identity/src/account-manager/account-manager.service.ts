import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import type { ManagedAccount } from '@portal/proto/http/accounts';
import { fail, ok, type Result } from '@portal/proto/result';
import type {
  exportManagedAccounts,
  getPageAccess,
  listManagedAccounts,
} from '@portal/proto/rpc/account-manager';
import { billedBatch, type listBilledAccounts } from '@portal/proto/rpc/account-tasks';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { LandLinkAccount } from '@portal/proto/rpc/landlink';
import { exportBatch } from '@portal/proto/rpc/user-manager';
import { AccountRepository } from '../accounts/account.repository.js';
import { maySaveAccounts } from '../accounts/account.rules.js';
import { saveShown } from '../accounts/save-shown.rules.js';
import { ManagedAccountRepository, type AccountQuery } from './managed-account.repository.js';

/** Reads the account list and the entry of an account (C2-01 to C2-18). */
@Injectable()
export class AccountManagerService {
  constructor(
    private readonly database: Database,
    private readonly managed: ManagedAccountRepository,
    private readonly accounts: AccountRepository,
  ) {}

  async list(
    actor: Actor,
    query: AccountQuery,
  ): Promise<Result<Output<typeof listManagedAccounts>, 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      const accounts = await this.managed.list(tx, query);
      return ok({ accounts, total: await this.managed.count(tx, query) });
    });
  }

  /** Returns the next batch of all accounts that the filters select, for the export of the account list. */
  async export(
    actor: Actor,
    { after, ...query }: Parsed<typeof exportManagedAccounts>,
  ): Promise<Result<ManagedAccount[], 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    const part = { after, limit: exportBatch };
    return ok(await this.database.withCounty(actor.county, (tx) => this.managed.listBehind(tx, query, part)));
  }

  async open(actor: Actor, id: string): Promise<Result<ManagedAccount, 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      const found = await this.managed.find(tx, id);
      return found
        ? ok({ ...found, ...saveShown(await this.managed.saves.findSaver(tx, id), actor) })
        : fail('NOT_FOUND');
    });
  }

  async pageAccess(actor: Actor, id: string): Promise<Result<Output<typeof getPageAccess>, 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    const found = await this.database.withCounty(actor.county, (tx) => this.accounts.find(tx, id));
    return found ? ok({ name: found.name, searches: found.searchList }) : fail('NOT_FOUND');
  }

  /** Returns, for the billing service, the next batch of the county's accounts or the accounts with the given ids. */
  async listBilled(
    { county }: Actor,
    { after, only }: Parsed<typeof listBilledAccounts>,
  ): Promise<Result<Output<typeof listBilledAccounts>, never>> {
    const rows = await this.database.withCounty(county, (tx) =>
      this.managed.listBilled(tx, after, only, billedBatch),
    );
    return ok(rows.map((row) => ({ ...row, lastTasksAt: row.lastTasksAt.toISOString() })));
  }

  async listLandLink(
    { county }: Actor,
    accounts: readonly string[],
  ): Promise<Result<LandLinkAccount[], never>> {
    return ok(await this.database.withCounty(county, (tx) => this.managed.listLandLink(tx, accounts)));
  }
}
