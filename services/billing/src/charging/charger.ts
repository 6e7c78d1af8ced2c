import { Injectable } from '@nestjs/common';
import { RpcClient, systemActor, type FailureOf } from '@portal/infra/rpc';
import type { Result } from '@portal/proto/result';
import { chargeAccountTask } from '@portal/proto/rpc/account-tasks';
import type { Input, Output } from '@portal/proto/rpc/contract';

export type AskedCharge = Input<typeof chargeAccountTask>;
export type Charged = Result<Output<typeof chargeAccountTask>, FailureOf<typeof chargeAccountTask>>;

/** Asks the payments service to charge a month, because only that service moves money. Tests replace this class. */
export abstract class Charger {
  abstract charge(county: string, asked: AskedCharge): Promise<Charged>;
}

@Injectable()
export class PaymentsCharger extends Charger {
  constructor(private readonly rpc: RpcClient) {
    super();
  }

  charge(county: string, asked: AskedCharge): Promise<Charged> {
    return this.rpc.call(chargeAccountTask, asked, { actor: systemActor(county, 'billing') });
  }
}
