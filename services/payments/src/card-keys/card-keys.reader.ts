import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import type { CardKeysCheck } from '@portal/proto/http/card-keys';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { getCardKeys } from '@portal/proto/rpc/payments';
import { CardMerchantRepository } from '../cards/card-merchant.repository.js';
import { CountyMerchants } from '../cards/county-merchants.js';
import { standingOf, userOf } from '../payers/standing.rules.js';
import { sourceOf } from './card-keys.rules.js';
import { KeyTrial } from './key-trial.js';
import { MerchantRequestRepository, type MerchantRequest } from './merchant-request.repository.js';

/** Reads everything about the county's card keys for staff, except the keys. */
@Injectable()
export class CardKeysReader {
  constructor(
    private readonly database: Database,
    private readonly merchants: CountyMerchants,
    private readonly entered: CardMerchantRepository,
    private readonly requests: MerchantRequestRepository,
    private readonly trial: KeyTrial,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(actor: Actor): Promise<Result<Output<typeof getCardKeys>, 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const { county } = actor;
    const entered = await this.merchants.findEntered(county);
    const inUse = await this.trial.inUse(county);
    const changes = await this.database.withCounty(county, (tx) => this.entered.changes(tx));
    const waiting = await this.waiting(county);
    return ok({
      source: sourceOf(entered !== undefined, inUse?.keys !== undefined),
      merchant: inUse?.merchant ?? '',
      loginEnd: entered?.loginEnd ?? '',
      hasSignatureKey: inUse?.hasSignatureKey ?? false,
      changes,
      waiting: waiting ? shown(waiting, userOf(actor)) : null,
    });
  }

  async check(actor: Actor): Promise<Result<CardKeysCheck, 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const keys = await this.merchants.find(actor.county);
    return ok({ outcome: keys === undefined ? 'NO_KEYS' : await this.trial.outcomeOf(keys) });
  }

  /** Finds the county's keys that wait for the decision of a second person. */
  waiting(county: string): Promise<MerchantRequest | undefined> {
    return this.database.withCounty(county, (tx) => this.requests.find(tx, this.clock.now()));
  }

  /** True if the keys of the request `id` expired before anybody decided about them. */
  isOverdue(county: string, id: string): Promise<boolean> {
    return this.database.withCounty(county, (tx) => this.requests.isOverdue(tx, id, this.clock.now()));
  }
}

const shown = (
  { id, merchant, loginEnd, askedBy, askedByName, askedAt, endsAt }: MerchantRequest,
  reader: string,
): NonNullable<Output<typeof getCardKeys>['waiting']> => ({
  ...{ id, merchant, loginEnd, by: askedByName, at: askedAt.toISOString(), endsAt: endsAt.toISOString() },
  own: askedBy === reader,
});
