import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { RpcFailure } from '@portal/infra/rpc';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Output } from '@portal/proto/rpc/contract';
import { payOrder } from '@portal/proto/rpc/payments';
import { PayerBalance } from '../spending/payer-balance.js';
import type { DownloadOrder } from './download-order.entity.js';
import { OrderHolder } from './order-holder.js';
import { OrderVoider } from './order-voider.js';
import { isFinal, OrderWorker, type WorkFailure } from './order-worker.js';
import { isPaid, TRIES } from './order.states.js';

export type Payment = Output<typeof payOrder>;
export type PaymentError = ErrorOf<typeof payOrder>;

/** The call that requests the payment, with the time that remains until its caller stops waiting. */
export interface PayingCall {
  readonly correlationId: string;
  remainingMs(): number;
}

const LOOK_AGAIN_MS = 100;
/** Another attempt begins only if at least this much time remains, because the caller must get its answer in time. */
const SHORTEST_TRY_MS = 1_000;

/** Pays orders (payments/DESIGN.md#buying-pages steps 2 to 4). */
@Injectable()
export class PaymentService {
  constructor(
    private readonly database: Database,
    private readonly holder: OrderHolder,
    private readonly worker: OrderWorker,
    private readonly voider: OrderVoider,
    private readonly balances: PayerBalance,
  ) {}

  /**
   * Pays an order. Returns PAID even when the order was paid before; a repetition posts nothing. If two calls pay one
   * order, the first does the work and the second waits for its result. If an error is returned, nothing was charged.
   * @throws RpcFailure SERVICE_TIMEOUT when the time ends before the outcome is known
   */
  async pay(actor: Actor, guid: string, call: PayingCall): Promise<Result<Payment, PaymentError>> {
    const owner = randomUUID();
    let waitedFor: string | undefined;
    for (;;) {
      const { correlationId } = call;
      const begun = await this.holder.hold(actor, guid, { owner, correlationId, waitedFor });
      if (begun.kind === 'WORK') {
        await failpoint('order-held');
        return this.work(actor, begun.order, owner, call);
      }
      if (begun.kind === 'REFUSED') return fail(begun.code);
      if (begun.kind === 'PAID') return this.answer('PAID', actor);
      if (begun.kind === 'INSUFFICIENT') return this.answer('INSUFFICIENT_FUNDS', actor);
      if (begun.kind === 'FAILED') return fail(errorOfVoided(begun.order));
      waitedFor = begun.order?.id ?? waitedFor;
      if (call.remainingMs() < LOOK_AGAIN_MS) throw outOfTime();
      await sleep(LOOK_AGAIN_MS);
    }
  }

  private async work(
    actor: Actor,
    order: DownloadOrder,
    owner: string,
    call: PayingCall,
  ): Promise<Result<Payment, PaymentError>> {
    for (let tried = 1; ; tried += 1) {
      const done = await this.worker.finish(order, owner);
      if (done.ok) return this.answer('PAID', actor, done.value.balance);
      const mayTryAgain = done.code === 'SERVICE_UNAVAILABLE' && tried < TRIES;
      if (!mayTryAgain || call.remainingMs() < SHORTEST_TRY_MS)
        return this.giveUp(actor, order, done.code, call);
      await sleep(LOOK_AGAIN_MS * 2 ** tried);
    }
  }

  /** Voids an order whose PDF could not be made: nothing is charged, and the user gets the error at once. */
  private async giveUp(
    actor: Actor,
    { countyId, id }: DownloadOrder,
    failure: WorkFailure,
    call: PayingCall,
  ): Promise<Result<Payment, PaymentError>> {
    // a caller that stopped waiting can ask again with the same guid; the completer finishes the order meanwhile
    if (!isFinal(failure) && call.remainingMs() === 0) throw outOfTime();
    const code = errorOf(failure);
    const state = await this.database.withCounty(countyId, (tx) => this.voider.voidUnderWay(tx, id, code));
    await failpoint('order-voided');
    return isPaid(state) ? this.answer('PAID', actor) : fail(code);
  }

  /** @param known the balance after the charge, if the charge has read it */
  private async answer(
    status: Payment['status'],
    actor: Actor,
    known?: Payment['balance'],
  ): Promise<Result<Payment, never>> {
    if (known) return ok({ status, balance: known });
    const balance = await this.balances.get(actor, null);
    return ok({ status, balance: balance.ok ? balance.value : null });
  }
}

function errorOf(failure: WorkFailure): PaymentError {
  if (failure === 'SERVICE_UNAVAILABLE') return 'RENDER_FAILED';
  // the document's pages have changed since the order was priced
  return failure === 'NO_SUCH_PAGE' ? 'PRICE_CHANGED' : failure;
}

/** Returns the error with which the order was voided; RENDER_FAILED if it is not an error of this command. */
const errorOfVoided = ({ failure }: DownloadOrder): PaymentError =>
  payOrder.errors.find((code) => code === failure) ?? 'RENDER_FAILED';

const outOfTime = (): RpcFailure => new RpcFailure(payOrder.name, fail('SERVICE_TIMEOUT'));
