import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
import { offeredSearches } from '@portal/proto/config/offered-searches';
import type { AccountMail } from '@portal/proto/http/account-mail';
import {
  accountReference,
  flatFeeUsageRequest,
  pageAccessRequest,
  type AccountOverview,
  type AccountPageAccess,
  type AccountSignIns,
  type FlatFeeUsage,
} from '@portal/proto/http/accounts';
import type { PurchaseRow } from '@portal/proto/http/purchases';
import { reportsFor } from '@portal/proto/http/reports';
import { searchTypes } from '@portal/proto/http/search-types';
import { fail, ok, type Result } from '@portal/proto/result';
import {
  countAccountSignIns,
  findAccountMail,
  getPageAccess,
  openManagedAccount,
  savePageAccess,
} from '@portal/proto/rpc/account-manager';
import { listUsernames } from '@portal/proto/rpc/identity';
import { listAccountFunds, listAccountPurchases, overrideBalance } from '@portal/proto/rpc/payments';
import { amountText } from '../answers/amounts.js';
import { Told } from '../answers/envelope.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, Proved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { PurchaseWriter } from './purchase-texts.js';

const idOf = (id: string): string => parseInput(accountReference, { accountId: id }).accountId;

/**
 * Shows and changes what an account may do and what it has: the kinds of search that its users may run, its money and
 * debt, and the image balance of a flat-fee account (C2-47 to C2-53).
 */
@Controller('controlPanel')
@Allow('TRIMIN', 'COUNTY')
export class AccountAccessController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sections: CountySections,
    private readonly catalogue: Catalogue,
  ) {}

  /** Returns which kinds of search an account's users may run (C2-70). */
  @Get('accountPageAccess/:id')
  async pageAccess(
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<AccountPageAccess>> {
    const account = idOf(id);
    const answer = await this.rpc.call(getPageAccess, { account }, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const { name, searches } = answer.value;
    const [search, index] = await Promise.all([
      this.sections.get(visit.county.id, 'search'),
      this.sections.get(visit.county.id, 'index'),
    ]);
    return ok({
      ...{ id: account, name, searchAccess: search.searchAccess },
      offered: offeredSearches(search, index),
      flags: Object.fromEntries(searchTypes.map((type) => [type, searches?.includes(type) ?? true])),
    });
  }

  /** Saves which kinds of search an account's users may run (C2-70). */
  @Post('accountPageAccess')
  @Proved()
  async savePageAccess(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { id: account, flags } = parseInput(pageAccessRequest, body);
    const searches = searchTypes.filter((type) => flags[type] === true);
    const answer = await this.rpc.call(savePageAccess, { account, searches }, { actor: actorOf(visit) });
    return answer.ok ? ok(new Told({}, 'panel:pageAccessSaved')) : answer;
  }

  /**
   * Returns the account's balances of money and images, its debt and its latest purchases, for the page of the account.
   */
  @Get('accountOverview/:id')
  async overview(@Param('id') id: string, @CurrentVisit() visit: Visit): Promise<Result<AccountOverview>> {
    const account = idOf(id);
    const actor = actorOf(visit);
    const found = await this.rpc.call(openManagedAccount, { account }, { actor });
    if (!found.ok) return found;
    const funds = await this.rpc.call(listAccountFunds, { accounts: [account] }, { actor });
    if (!funds.ok) return funds;
    const purchases = await this.purchasesOf(visit, account);
    if (!purchases.ok) return purchases;
    const switches = await this.sections.get(visit.county.id, 'reports');
    const { escrow, images, owed = 0 } = funds.value[0] ?? {};
    const usd = (cents = 0): string => amountText(this.catalogue, actor.language, 'USD', cents);
    const { accountType, paymentMethod, userCount } = found.value;
    const hasEscrow = paymentMethod === 'ESCROW' || (escrow?.posted ?? 0) !== 0;
    return ok({
      escrow: hasEscrow
        ? {
            balance: usd(escrow?.posted),
            held: escrow?.held ? usd(escrow.held) : '',
            free: usd(escrow?.available),
          }
        : null,
      images:
        accountType === 'FLAT_FEE'
          ? { left: images?.available ?? 0, unlimited: images?.unlimited ?? false }
          : null,
      seen: { accountType, images: accountType === 'FLAT_FEE' ? 0 : (images?.posted ?? 0) },
      ...{ due: owed === 0 ? '' : usd(owed), userCount, purchases: purchases.value },
      reports: reportsFor(actor.role, switches),
    });
  }

  private async purchasesOf(visit: Visit, account: string): Promise<Result<PurchaseRow[]>> {
    const actor = actorOf(visit);
    const answer = await this.rpc.call(listAccountPurchases, { account }, { actor });
    if (!answer.ok) return answer;
    const { purchases } = answer.value;
    const users = [...new Set(purchases.map(({ userId }) => userId))];
    const named = users.length === 0 ? ok([]) : await this.rpc.call(listUsernames, { users }, { actor });
    const names = new Map((named.ok ? named.value : []).map(({ user, username }) => [user, username]));
    const writer = new PurchaseWriter(this.catalogue, actor.language);
    return ok(purchases.map((each) => writer.row(each, names.get(each.userId) ?? '')));
  }

  /** Returns how often the account's users recently signed in or were refused, for the page of the account. */
  @Get('accountSignIns/:id')
  signIns(@Param('id') id: string, @CurrentVisit() visit: Visit): Promise<Result<AccountSignIns>> {
    return this.rpc.call(countAccountSignIns, { account: idOf(id) }, { actor: actorOf(visit) });
  }

  /** Returns what became of the last e-mail to a user of the account, for the page of the account. */
  @Get('accountMail/:id')
  mail(@Param('id') id: string, @CurrentVisit() visit: Visit): Promise<Result<AccountMail>> {
    return this.rpc.call(findAccountMail, { account: idOf(id) }, { actor: actorOf(visit) });
  }

  /** Returns the image balance of a flat-fee account (C2-67, C2-69). */
  @Get('accountFlatFeeUsage/:id')
  usage(@Param('id') id: string, @CurrentVisit() visit: Visit): Promise<Result<FlatFeeUsage>> {
    return this.usageOf(visit, idOf(id));
  }

  /** Sets the image balance of a flat-fee account (C2-68). */
  @Post('accountFlatFeeUsage/:id')
  @Proved()
  async reload(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<unknown>> {
    const account = idOf(id);
    const { imagesRemaining: balance, key } = parseInput(flatFeeUsageRequest, body);
    const known = await this.usageOf(visit, account);
    if (!known.ok) return known;
    const reason = 'Flat Fee Usage Override';
    const set = { key: `reload:${account}:${key}`, account, asset: 'IMG' as const, balance, reason };
    const answer = await this.rpc.call(overrideBalance, set, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const usage = { ...known.value, imagesRemaining: balance, currentBalance: answer.value.available ?? 0 };
    return ok(new Told(usage, 'panel:imagesSet'));
  }

  /**
   * Returns the image balance of a flat-fee account if the county's staff may reload images (C2-08, C2-09); otherwise
   * NOT_FOUND.
   */
  private async usageOf(visit: Visit, account: string): Promise<Result<FlatFeeUsage>> {
    const { countyAdminReload } = await this.sections.get(visit.county.id, 'flatFeeOverride');
    const o = { actor: actorOf(visit) };
    const found = await this.rpc.call(openManagedAccount, { account }, o);
    if (!found.ok) return found;
    if (!countyAdminReload || found.value.accountType !== 'FLAT_FEE') return fail('NOT_FOUND');
    const funds = await this.rpc.call(listAccountFunds, { accounts: [account] }, o);
    if (!funds.ok) return funds;
    const images = funds.value[0]?.images;
    const left = images?.posted ?? 0;
    return ok({
      ...{ id: account, name: found.value.name, imagesRemaining: left, currentBalance: left },
      unlimited: images?.unlimited ?? false,
    });
  }
}
