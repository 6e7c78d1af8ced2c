import { Injectable } from '@nestjs/common';
import { RpcClient, RpcFailure, systemActor } from '@portal/infra/rpc';
import type { Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Input, Output } from '@portal/proto/rpc/contract';
import { holdFiling, priceFiling, settleFiling, type FilingCharges } from '@portal/proto/rpc/payments';
import { serviceName } from '../tables.js';
import type { Sending } from './filing-steps.js';

/** The answer of the payments service to a request to set a fee aside. */
export type Held = Result<Output<typeof holdFiling>, ErrorOf<typeof holdFiling>>;

/**
 * Asks the payments service to price, hold and settle the fees of filings. Every request may be repeated. Tests replace
 * this class.
 */
export abstract class FilingFees {
  /**
   * Prices a filing; undefined for somebody who may not e-file.
   * @throws RpcFailure when the payments service does not answer
   */
  abstract price(actor: Actor, filing: Input<typeof priceFiling>): Promise<FilingCharges | undefined>;
  /** Sets the fee aside. @throws RpcFailure */
  abstract hold(actor: Actor, filing: string, sending: Sending): Promise<Held>;
  /** @throws RpcFailure */
  abstract settle(county: string, filing: string, taken: boolean): Promise<void>;
  /**
   * Cancels the price of an upload that was never sent; an upload without a price is not an error. @throws RpcFailure
   */
  abstract drop(county: string, filing: string): Promise<void>;
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

  async hold(actor: Actor, filing: string, sending: Sending): Promise<Held> {
    const held = await this.rpc.call(holdFiling, { filing, ...sending }, { actor });
    if (held.ok || isOwn(held.code)) return held as Held;
    // a missing answer is not a refusal, so the command is sent again; if there is still no answer, `callOrThrow` throws
    return { ok: true, value: await this.rpc.callOrThrow(holdFiling, { filing, ...sending }, { actor }) };
  }

  async settle(county: string, filing: string, taken: boolean): Promise<void> {
    await this.rpc.callOrThrow(settleFiling, { filing, taken }, { actor: systemActor(county, serviceName) });
  }

  async drop(county: string, filing: string): Promise<void> {
    const actor = systemActor(county, serviceName);
    const ended = await this.rpc.call(settleFiling, { filing, taken: false }, { actor });
    if (!ended.ok && ended.code !== 'NOT_FOUND') throw new RpcFailure(settleFiling.name, ended);
  }
}

const isOwn = (code: string): boolean => holdFiling.errors.some((known) => known === code);
