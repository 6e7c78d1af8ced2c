import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { AccountFunds, listUnsettledAccounts, UnsettledReason } from '@portal/proto/rpc/payments';
import { standingOf } from '../payers/standing.rules.js';
import { AccountFundsRepository } from './account-funds.repository.js';
import { UnsettledAccountsRepository } from './unsettled-accounts.repository.js';

/** Tells which accounts are not free of money, for services that delete their users. It changes nothing. */
@Injectable()
export class UnsettledAccountsService {
  constructor(
    private readonly database: Database,
    private readonly funds: AccountFundsRepository,
    private readonly unsettled: UnsettledAccountsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(
    actor: Actor,
    accounts: readonly string[],
  ): Promise<Result<Output<typeof listUnsettledAccounts>, 'NOT_FOUND'>> {
    if (!standingOf(actor).isSystem) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      const paying = await this.unsettled.listUnderWay(tx, accounts);
      const funds = await this.funds.list(tx, accounts, this.clock.now());
      const reasons = new Map(funds.map((found) => [found.account, reasonOf(found)]));
      for (const account of paying) reasons.set(account, 'PAYING');
      return ok([...reasons].flatMap(([account, reason]) => (reason ? [{ account, reason }] : [])));
    });
  }
}

/** Why an account with these funds is not free of money; undefined when it is. */
function reasonOf({ escrow, images, owed }: AccountFunds): UnsettledReason | undefined {
  const kept = [escrow, images].flatMap((each) => each ?? []);
  if (kept.some(({ held }) => held !== 0)) return 'HOLDS';
  if (kept.some(({ posted, unlimited }) => posted !== 0 || unlimited)) return 'MONEY';
  return owed === 0 ? undefined : 'OWES';
}
