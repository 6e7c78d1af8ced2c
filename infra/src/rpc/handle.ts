import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Contract, ErrorOf, Output, Parsed } from '@portal/proto/rpc/contract';
import type { RawJson } from './raw-json.js';

/** Information about the call besides its input. */
export interface Call {
  readonly actor: Actor;
  readonly correlationId: string;
  readonly idempotencyKey?: string;
  /** 1 at the first delivery; more when an earlier process died or stalled. */
  readonly deliveries: number;
  /** Milliseconds until the caller stops waiting; not below 0. */
  remainingMs(): number;
}

export type Reply<C extends Contract> = Result<Output<C>, ErrorOf<C>> | RawJson;

export type Handler<C extends Contract> = (input: Parsed<C>, call: Call) => Promise<Reply<C>>;

/** Wraps an exception that a handler has thrown, because Nest's own filter would drop the exception's cause. */
export class HandlerThrew {
  constructor(readonly reason: unknown) {}
}

/**
 * Marks the method that serves a contract. The method gets the parsed input. Returning a code that the contract does
 * not declare is a compile error.
 */
export const Handle =
  <C extends Contract>(contract: C) =>
  <H extends Handler<C>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const method = descriptor.value;
    if (!method) throw new TypeError(`@Handle(${contract.name}) is on something that is not a method`);
    const guarded = async function (this: unknown, input: Parsed<C>, call: Call) {
      try {
        return await method.call(this, input, call);
      } catch (reason) {
        return new HandlerThrew(reason);
      }
    };
    const replaced: PropertyDescriptor = descriptor;
    replaced.value = guarded;
    // without these decorators Nest passes only the input
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    MessagePattern(contract.name, { contract })(target, key, replaced);
  };
