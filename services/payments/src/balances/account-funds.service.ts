import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { AccountFunds } from '@portal/proto/rpc/payments';
import { standingOf } from '../payers/standing.rules.js';
import { AccountFundsRepository } from './account-funds.repository.js';

/** Reports the money, images and debts of accounts to the office. */
@Injectable()
export class AccountFundsService {
  constructor(
    private readonly database: Database,
    private readonly funds: AccountFundsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(actor: Actor, accounts: readonly string[]): Promise<Result<AccountFunds[], 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    return ok(
      await this.database.withCounty(actor.county, (tx) => this.funds.list(tx, accounts, this.clock.now())),
    );
  }
}
