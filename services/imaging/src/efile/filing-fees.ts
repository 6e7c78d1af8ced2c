import { Injectable } from '@nestjs/common';
import { RpcClient, systemActor } from '@portal/infra/rpc';
import type { Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Input, Output } from '@portal/proto/rpc/contract';
import { holdFiling, priceFiling, settleFiling, type FilingCharges } from '@portal/proto/rpc/payments';
import { serviceName } from '../tables.js';

/** How the fee was set aside, or why it was not. */
export type Held = Result<Output<typeof holdFiling>, ErrorOf<typeof holdFiling>>;

/** What payments does for filings; tests put another in its place. Every question may be repeated. */
export abstract class FilingFees {
  /** undefined for somebody who may not e-file. @throws RpcFailure when payments does not answer */
  abstract price(actor: Actor, filing: Input<typeof priceFiling>): Promise<FilingCharges | undefined>;
  /** @throws RpcFailure */
  abstract hold(actor: Actor, filing: string): Promise<Held>;
  /** @throws RpcFailure */
  abstract settle(county: string, filing: string, taken: boolean): Promise<void>;
}

@Injectable()
export class PaymentsFees extends FilingFees {
  constructor(private readonly rpc: RpcClient) {
    super();
  }

  async price(actor: Actor, filing: Input<typeof priceFiling>): Promise<FilingCharges | undefined> {
    const priced = await this.rpc.call(priceFiling, filing, { actor });
    if (priced.ok) return priced.value;
    if (priced.code === 'NOT_FOUND') return undefined;
    return this.rpc.callOrThrow(priceFiling, filing, { actor });
  }

  async hold(actor: Actor, filing: string): Promise<Held> {
    const held = await this.rpc.call(holdFiling, { filing }, { actor });
    if (held.ok || isOwn(held.code)) return held as Held;
    // no answer is not a refusal: whoever asked tries again
    return { ok: true, value: await this.rpc.callOrThrow(holdFiling, { filing }, { actor }) };
  }

  async settle(county: string, filing: string, taken: boolean): Promise<void> {
    await this.rpc.callOrThrow(settleFiling, { filing, taken }, { actor: systemActor(county, serviceName) });
  }
}

const isOwn = (code: string): boolean => holdFiling.errors.some((known) => known === code);
