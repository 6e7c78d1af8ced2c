import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { findCountyMoney } from '@portal/proto/rpc/ls1-migration';
import { standingOf } from '../payers/standing.rules.js';
import { CountyMoneyRepository } from './county-money.repository.js';

/**
 * Reports whether a county has ever had payments. The identity service asks before it replaces the county's accounts.
 */
@Injectable()
export class CountyMoneyService {
  constructor(
    private readonly database: Database,
    private readonly money: CountyMoneyRepository,
  ) {}

  async find(actor: Actor): Promise<Result<Output<typeof findCountyMoney>, 'NOT_FOUND'>> {
    if (!standingOf(actor).isSystem) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) =>
      ok({
        hasEntries: await this.money.hasEntries(tx),
        isUnderWay: await this.money.isUnderWay(tx),
      }),
    );
  }
}
