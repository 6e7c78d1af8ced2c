import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { listUnsettledAccounts } from '@portal/proto/rpc/payments';
import { standingOf } from '../payers/standing.rules.js';
import { AccountFundsRepository } from './account-funds.repository.js';
import { unsettledReason, withoutImages } from './unsettled.rules.js';
import { UnsettledAccountsRepository } from './unsettled-accounts.repository.js';

/** Reports which accounts are not settled, to services that are about to delete the accounts' users. */
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
    { accounts, countImages }: Parsed<typeof listUnsettledAccounts>,
  ): Promise<Result<Output<typeof listUnsettledAccounts>, 'NOT_FOUND'>> {
    if (!standingOf(actor).isSystem) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      const paying = await this.unsettled.listUnderWay(tx, accounts);
      const funds = await this.funds.list(tx, accounts, this.clock.now());
      const funded = new Map(funds.map((found) => [found.account, found]));
      return ok(
        accounts.flatMap((account) => {
          const kept = funded.get(account);
          const found = countImages ? kept : withoutImages(kept);
          // unlimited images keep the account unsettled, because they are worth money until the end of the month
          const rest = found?.images?.unlimited ? ('MONEY' as const) : undefined;
          const reason = unsettledReason(found, paying.has(account)) ?? rest;
          return reason ? [{ account, reason }] : [];
        }),
      );
    });
  }
}
