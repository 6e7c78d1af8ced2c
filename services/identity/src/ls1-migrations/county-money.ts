import { Injectable } from '@nestjs/common';
import { RpcClient, systemActor } from '@portal/infra/rpc';
import { findCountyMoney } from '@portal/proto/rpc/ls1-migration';

/** Asks the payments service whether money has moved in a county. */
@Injectable()
export class CountyMoney {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Returns true if a user of the county has ever paid or a payment is in progress; the accounts must then be kept.
   * @throws RpcFailure when the payments service does not answer
   */
  async isThere(county: string): Promise<boolean> {
    const actor = systemActor(county, 'identity');
    const { hasEntries, isUnderWay } = await this.rpc.callOrThrow(findCountyMoney, {}, { actor });
    return hasEntries || isUnderWay;
  }
}
