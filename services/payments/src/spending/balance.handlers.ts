import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  getBalance,
  listAccountFunds,
  listUnsettledAccounts,
  overrideBalance,
} from '@portal/proto/rpc/payments';
import { findCountyMoney } from '@portal/proto/rpc/ls1-migration';
import { BalanceService } from '../balances/balance.service.js';
import { AccountFundsService } from '../balances/account-funds.service.js';
import { CountyMoneyService } from '../balances/county-money.service.js';
import { UnsettledAccountsService } from '../balances/unsettled-accounts.service.js';
import { PayerBalance } from './payer-balance.js';

@Controller()
export class BalanceHandlers {
  constructor(
    private readonly balances: BalanceService,
    private readonly payers: PayerBalance,
    private readonly funds: AccountFundsService,
    private readonly unsettled: UnsettledAccountsService,
    private readonly money: CountyMoneyService,
  ) {}

  @Handle(getBalance)
  get({ account }: Parsed<typeof getBalance>, { actor }: Call): Promise<Reply<typeof getBalance>> {
    return this.payers.get(actor, account);
  }

  @Handle(listAccountFunds)
  listFunds(
    { accounts }: Parsed<typeof listAccountFunds>,
    { actor }: Call,
  ): Promise<Reply<typeof listAccountFunds>> {
    return this.funds.list(actor, accounts);
  }

  @Handle(listUnsettledAccounts)
  listUnsettled(
    input: Parsed<typeof listUnsettledAccounts>,
    { actor }: Call,
  ): Promise<Reply<typeof listUnsettledAccounts>> {
    return this.unsettled.list(actor, input);
  }

  @Handle(findCountyMoney)
  findMoney(_input: Parsed<typeof findCountyMoney>, { actor }: Call): Promise<Reply<typeof findCountyMoney>> {
    return this.money.find(actor);
  }

  @Handle(overrideBalance)
  override(input: Parsed<typeof overrideBalance>, call: Call): Promise<Reply<typeof overrideBalance>> {
    return this.balances.override(call.actor, input, call.correlationId);
  }
}
