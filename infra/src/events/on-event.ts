import 'reflect-metadata';
import type { EventType } from '@portal/proto/events/catalog';
import type { Tx } from '../db/index.js';
import type { EventOf } from './event.js';

export interface EventHandlerTerms {
  readonly types: readonly EventType[];
  readonly consumer: string;
  /** True if the method takes a list of facts instead of a single fact. */
  readonly lists: boolean;
  readonly newestOnly: boolean;
}

const EVENT = Symbol('portal:on-event');
const BROADCAST = Symbol('portal:on-broadcast');
const RESYNC = Symbol('portal:on-resync');

/**
 * The method applies facts of these types, each once. One transaction of the fact's county writes the method's changes
 * and a record that the consumer has applied the fact. The transaction may run again, so the method must not have
 * effects outside the transaction. After a temporary fault (a lock, a timeout, an unavailable database or service) the
 * consumer waits and tries again. After other faults it tries five times with jitter; then the fact becomes a dead
 * letter and the next fact follows. A message that does not parse becomes a dead letter at once.
 * @param o.consumer names the reader within the service; a renamed reader reads everything again
 * @param o.newestOnly for facts that report a state: skips a fact that arrives after a later fact of the same
 * aggregate, which happens when two replicas read side by side or a dead fact is applied again
 */
export const OnEvent =
  <T extends EventType>(types: T | readonly T[], o: { consumer: string; newestOnly?: boolean }) =>
  <H extends (event: EventOf<T>, tx: Tx) => Promise<void>>(
    target: object,
    key: string | symbol,
    _descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const terms: EventHandlerTerms = { newestOnly: false, ...o, types: listOf(types), lists: false };
    Reflect.defineMetadata(EVENT, terms, target, key);
  };

/**
 * Like `OnEvent`, for a reader of very many facts. The method takes the waiting facts of a county as a list, in the
 * order of the log, and applies them in one transaction.
 * @param o.newestOnly as for `OnEvent`; with it, the list has at most one fact of each aggregate
 */
export const OnEvents =
  <T extends EventType>(types: readonly T[], o: { consumer: string; newestOnly?: boolean }) =>
  <H extends (events: readonly EventOf<T>[], tx: Tx) => Promise<void>>(
    target: object,
    key: string | symbol,
    _descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const terms: EventHandlerTerms = { newestOnly: false, ...o, types, lists: true };
    Reflect.defineMetadata(EVENT, terms, target, key);
  };

/**
 * The method receives facts of these types in every process as they happen, but without a guarantee. Use it only to
 * drop cached copies. Facts are missed while the log is unavailable, and `OnResync` reports such a gap.
 */
export const OnBroadcast =
  <T extends EventType>(types: T | readonly T[]) =>
  <H extends (event: EventOf<T>) => void>(
    target: object,
    key: string | symbol,
    _descriptor: TypedPropertyDescriptor<H>,
  ): void =>
    Reflect.defineMetadata(BROADCAST, listOf(types), target, key);

/**
 * The method is called when listening starts, and after each loss of the log. It must drop the copies that missed facts
 * would have dropped.
 */
export const OnResync =
  () =>
  <H extends () => void>(
    target: object,
    key: string | symbol,
    _descriptor: TypedPropertyDescriptor<H>,
  ): void =>
    Reflect.defineMetadata(RESYNC, true, target, key);

const listOf = <T extends EventType>(types: T | readonly T[]): readonly T[] =>
  typeof types === 'string' ? [types] : types;

export const eventTerms = (target: object, method: string): EventHandlerTerms | undefined =>
  Reflect.getMetadata(EVENT, target, method);

export const broadcastTypes = (target: object, method: string): readonly EventType[] | undefined =>
  Reflect.getMetadata(BROADCAST, target, method);

export const isResync = (target: object, method: string): boolean =>
  Reflect.getMetadata(RESYNC, target, method) === true;
