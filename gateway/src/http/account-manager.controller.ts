import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import {
  accountEntry,
  accountEntryId,
  accountListRequest,
  accountDeleteRequest,
  accountStatusListRequest,
  accountStatusRequest,
  type AccountListRequest,
  type AccountPage,
  type OpenedAccount,
} from '@portal/proto/http/accounts';
import { managedPageSize } from '@portal/proto/http/user-manager';
import { ok, type Result } from '@portal/proto/result';
import {
  createManagedAccount,
  deleteManagedAccount,
  listManagedAccounts,
  openManagedAccount,
  saveManagedAccount,
  toggleManagedAccount,
} from '@portal/proto/rpc/account-manager';
import { listAccountCodes } from '@portal/proto/rpc/identity';
import { Told } from '../answers/envelope.js';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow, Proved, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { AccountForms } from './account-forms.js';
import { AccountTexts } from './account-texts.js';

const statusTexts = { A: 'panel:accountActivated', I: 'panel:accountDeactivated' } as const;

/** Lists and changes the county's accounts for its staff (C2). */
@Controller('controlPanel')
@Allow('TRIMIN', 'COUNTY')
export class AccountManagerController {
  private readonly texts: AccountTexts;

  constructor(
    private readonly rpc: RpcClient,
    private readonly forms: AccountForms,
    catalogue: Catalogue,
  ) {
    this.texts = new AccountTexts(catalogue);
  }

  /** Lists the accounts of the county (C2-59). */
  @Post('accounts')
  @Unproved('nothing is changed')
  list(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<AccountPage>> {
    return this.page(visit, parseInput(accountListRequest, body));
  }

  /** Returns an account with all fields (C2-65); id 0 returns the defaults of a new account. */
  @Get('account/:id')
  async open(@Param('id') id: string, @CurrentVisit() visit: Visit): Promise<Result<OpenedAccount>> {
    const { id: account } = parseInput(accountEntryId, { id });
    if (account === '0' || account === 0) return ok(await this.forms.forNew(visit));
    const found = await this.rpc.call(openManagedAccount, { account }, { actor: actorOf(visit) });
    return found.ok ? ok(await this.forms.of(visit, found.value)) : found;
  }

  /** Saves an account and returns its id (C2-66); id 0 creates an account. */
  @Post('account')
  @Proved()
  async save(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { id, version } = parseInput(accountEntryId, body);
    const entry = parseInput(accountEntry, body);
    const o = { actor: actorOf(visit) };
    const isNew = id === 0 || id === '0';
    const account = isNew ? randomUUID() : id;
    const answer = isNew
      ? await this.rpc.call(createManagedAccount, { id: account, entry }, o)
      : await this.rpc.call(saveManagedAccount, { account, entry, version }, o);
    return answer.ok ? ok(new Told({ id: account }, 'panel:accountSaved')) : answer;
  }

  /** Deletes an account, and returns the list (C2-60). */
  @Post('accountDelete')
  @Proved()
  async remove(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { accountId: account, seen, ...query } = parseInput(accountDeleteRequest, body);
    const o = { actor: actorOf(visit) };
    const answer = await this.rpc.call(deleteManagedAccount, { account, seen }, o);
    if (!answer.ok) return answer;
    const list = await this.page(visit, query);
    if (!list.ok) return refuse(list.code);
    const codes = await this.rpc.call(listAccountCodes, { filterText: '' }, o);
    const accountCodeDescriptionResults = codes.ok ? codes.value : [];
    return ok(new Told({ ...list.value, accountCodeDescriptionResults }, 'panel:accountDeleted'));
  }

  /** Changes the status of an account, and returns the list (C2-61). */
  @Post('accountChangeStatusList')
  @Proved()
  async toggleOfList(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { accountId: account, status: wanted, ...query } = parseInput(accountStatusListRequest, body);
    const asked = { account, status: wanted };
    const answer = await this.rpc.call(toggleManagedAccount, asked, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const list = await this.page(visit, query);
    if (!list.ok) return refuse(list.code);
    const { status } = answer.value;
    return ok(new Told({ ...list.value, status }, statusTexts[status]));
  }

  /** Changes the status of an account, and returns its new status (C2-61). */
  @Post('accountChangeStatusSingle')
  @Proved()
  async toggle(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { accountId: account, status: wanted } = parseInput(accountStatusRequest, body);
    const asked = { account, status: wanted };
    const answer = await this.rpc.call(toggleManagedAccount, asked, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const { status } = answer.value;
    return ok(new Told({ status }, statusTexts[status]));
  }

  private async page(visit: Visit, { page, ...query }: AccountListRequest): Promise<Result<AccountPage>> {
    const asked = { ...query, offset: (page - 1) * managedPageSize, limit: managedPageSize };
    const answer = await this.rpc.call(listManagedAccounts, asked, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const { accounts, total } = answer.value;
    const countyAdminReload = await this.forms.mayReload(visit);
    return ok({ accounts: accounts.map((each) => this.texts.shown(each)), total, countyAdminReload });
  }
}
