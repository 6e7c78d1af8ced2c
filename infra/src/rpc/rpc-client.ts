import { type KeyObject, randomUUID } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Failure, Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { type Contract, type ErrorOf, type Input, type Output, serviceOf } from '@portal/proto/rpc/contract';
import type { ProcessKeys } from '../config/index.js';
import { callContext } from '../log/index.js';
import { within } from '../redis/index.js';
import { isTraced, traceparent } from '../tracing/index.js';
import type { Outcome } from './answer.js';
import { BacklogWatch } from './backlog-watch.js';
import { currentCall } from './current-call.js';
import { directServerOf } from './direct-calls.js';
import { RpcFailure, type TransportCode } from './failures.js';
import { isStanding } from './entry-state.js';
import { readReply, writeRequest } from './frame.js';
import { Inbox } from './inbox.js';
import { defaultLanes, keptReplyKey, type Lanes, laneStream } from './lanes.js';
import { RawJson } from './raw-json.js';
import { isReplySealed, isSealed, Sealer } from './sealing.js';
import { inCallSpan } from './spans.js';

export interface RpcClientOptions {
  readonly caller: string;
  readonly redisUrl: string;
  readonly namespace: string;
  /** Includes the caller's own private key. */
  readonly keys: ProcessKeys;
  /** Needed only by callers that send secrets. */
  readonly sealingPublicKey?: KeyObject;
  readonly lanes?: Lanes;
  /** Milliseconds that open calls wait for a lost Redis before they return SERVICE_UNAVAILABLE. */
  readonly graceMs?: number;
  /** If true, contracts that only read are called without Redis when their service is in this process. */
  readonly oneProcess?: boolean;
}

export interface CallOptions {
  readonly actor: Actor;
  /** Milliseconds; at most the contract's deadline and the remaining time of the current command. */
  readonly deadlineMs?: number;
  readonly idempotencyKey?: string;
}

export type FailureOf<C extends Contract> = ErrorOf<C> | TransportCode;

interface OpenCall {
  readonly id: string;
  readonly stream: string;
  readonly frame: string;
  /** Id of the call in its stream; undefined until Redis has returned it. */
  entry: string | undefined;
  /** The number of checks in a row that found neither the call's entry in the stream nor a reply to the call. */
  gone: number;
  readonly openReply: ((sealed: Buffer) => Buffer) | undefined;
  settle(answer: Outcome): void;
}

const SEND_MS = 300;
const GRACE_MS = 300;
const DOUBT_MS = 250;
/**
 * The share of a call's time limit that the call may spend waiting before it runs. A call that is expected to wait
 * longer is refused at once.
 */
const SHARE_OF_WAITING = 1 / 3;
/** The time that a calling service keeps for its own work after the call (infra/DESIGN.md#deadlines). */
const RESERVE_MS = 200;

const serviceFailure = (code: TransportCode): Failure => ({ ok: false, code });

/** Sends commands and waits for their replies. Every failure is a value; only a programming error throws. */
export class RpcClient implements OnApplicationShutdown {
  private readonly open = new Map<string, OpenCall>();
  private readonly doubtful = new Set<OpenCall>();
  private readonly inbox: Inbox;
  private readonly backlog: BacklogWatch;
  private readonly doubts: NodeJS.Timeout;
  private readonly sealer: Sealer | undefined;
  private closed = false;

  constructor(private readonly o: RpcClientOptions) {
    if (!o.keys.holds(o.caller)) throw new Error(`there is no key to sign as '${o.caller}' with`);
    this.inbox = new Inbox(o, o.graceMs ?? GRACE_MS, {
      onMessage: (message) => this.onReply(message),
      onUp: () => this.onUp(),
      onLost: () => this.settleAll(serviceFailure('SERVICE_UNAVAILABLE')),
    });
    this.sealer = o.sealingPublicKey && new Sealer(o.sealingPublicKey);
    this.backlog = new BacklogWatch(this.inbox.commands);
    this.doubts = setInterval(() => this.resolveDoubts(), DOUBT_MS);
    this.doubts.unref();
  }

  async call<C extends Contract>(
    contract: C,
    input: Input<C>,
    o: CallOptions,
  ): Promise<Result<Output<C>, FailureOf<C>>> {
    const answer = await this.ask(contract, input, o);
    if (!answer.ok) return declared<C>(contract, answer);
    // The compiler has checked the service's value against the same contract, so the parsed value has this type.
    const value: Output<C> = JSON.parse(answer.body.toString());
    return { ok: true, value };
  }

  /** Like `call`, but returns the output's JSON unparsed. */
  async callRaw<C extends Contract>(
    contract: C,
    input: Input<C>,
    o: CallOptions,
  ): Promise<Result<RawJson, FailureOf<C>>> {
    const answer = await this.ask(contract, input, o);
    if (answer.ok) return { ok: true, value: new RawJson(answer.body) };
    return declared<C>(contract, answer);
  }

  /**
   * Returns the value of a call that should not fail.
   * @throws RpcFailure with the code of the failure
   */
  async callOrThrow<C extends Contract>(contract: C, input: Input<C>, o: CallOptions): Promise<Output<C>> {
    const result = await this.call(contract, input, o);
    if (!result.ok) throw new RpcFailure(contract.name, result);
    return result.value;
  }

  /** Settles when the inbox listens, or when the first connection has failed for two seconds. */
  async ready(): Promise<void> {
    while (!this.inbox.hears && this.inbox.reachable) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.doubts);
    this.backlog.close();
    this.settleAll(serviceFailure('SERVICE_UNAVAILABLE'));
    await this.inbox.close();
  }

  private ask(contract: Contract, input: unknown, o: CallOptions): Promise<Outcome> {
    const asking = (): Promise<Outcome> => this.askService(contract, input, o);
    return isTraced() ? inCallSpan(contract, asking) : asking();
  }

  private askService(contract: Contract, input: unknown, o: CallOptions): Promise<Outcome> {
    const left = (currentCall.getStore()?.remainingMs() ?? Number.POSITIVE_INFINITY) - RESERVE_MS;
    const budgetMs = Math.min(contract.deadlineMs, o.deadlineMs ?? contract.deadlineMs, left);
    if (budgetMs <= 0) return Promise.resolve(serviceFailure('SERVICE_TIMEOUT'));
    if (this.closed || !this.inbox.reachable) return Promise.resolve(serviceFailure('SERVICE_UNAVAILABLE'));
    const stream = laneStream(this.o.namespace, serviceOf(contract), contract.lane);
    const { backlog: limit, slots } = (this.o.lanes ?? defaultLanes)[contract.lane];
    const mostWaitMs = contract.lane === 'must' ? Number.POSITIVE_INFINITY : budgetMs * SHARE_OF_WAITING;
    const admitted = this.backlog.admit({ stream, county: o.actor.county, slots, limit, mostWaitMs });
    if (!admitted) return Promise.resolve(serviceFailure('SERVICE_BUSY'));
    const direct = this.askHere(contract, input, budgetMs, o);
    if (direct) {
      admitted.staysHere();
      return direct.finally(() => admitted.settled(true));
    }
    const id = randomUUID();
    const { frame, openReply } = this.frameOf(id, contract, input, budgetMs, o);
    return new Promise((resolve) => {
      const timer = setTimeout(() => call.settle(serviceFailure('SERVICE_TIMEOUT')), budgetMs);
      const call: OpenCall = {
        id,
        stream,
        frame,
        entry: undefined,
        gone: 0,
        openReply,
        settle: (answer) => {
          clearTimeout(timer);
          this.open.delete(id);
          this.doubtful.delete(call);
          // a command that was not sent says nothing about the speed of answers
          admitted.settled(answer.ok || answer.code !== 'SERVICE_UNAVAILABLE');
          resolve(answer);
        },
      };
      this.open.set(id, call);
      if (this.inbox.hears) void this.send(call);
    });
  }

  /** The answer of a service in this process; undefined when the command must be sent through its stream. */
  private askHere(
    contract: Contract,
    input: unknown,
    budgetMs: number,
    o: CallOptions,
  ): Promise<Outcome> | undefined {
    if (!this.o.oneProcess || !contract.reads || !this.inbox.hears || isSealed(contract)) return undefined;
    const { caller, actor } = this.speaker(contract, o.actor);
    const header = { caller, ...causeOf(), budgetMs };
    const server = directServerOf(this.o.namespace, serviceOf(contract));
    const running = server?.runHere(contract, { header, actor, input: input ?? null });
    return running && inTime(budgetMs, running);
  }

  /** The process that signs, and the actor for whom it acts. */
  protected speaker(_contract: Contract, actor: Actor): { caller: string; actor: Actor } {
    return { caller: this.o.caller, actor };
  }

  private frameOf(
    id: string,
    contract: Contract,
    input: unknown,
    budgetMs: number,
    o: CallOptions,
  ): Pick<OpenCall, 'frame' | 'openReply'> {
    const { caller, actor } = this.speaker(contract, o.actor);
    const header = {
      id,
      contract: contract.name,
      inbox: this.inbox.channel,
      budgetMs: Math.round(budgetMs),
      caller,
      ...causeOf(),
      ...(o.idempotencyKey !== undefined && { idempotencyKey: o.idempotencyKey }),
    };
    const { payload, openReply } = this.payloadOf(contract, id, JSON.stringify(input ?? null));
    return { frame: writeRequest(this.o.keys, serviceOf(contract), { header, actor, payload }), openReply };
  }

  /** @throws Error when a sealing key is needed but missing, because a secret is never sent in the clear */
  private payloadOf(
    contract: Contract,
    id: string,
    payload: string,
  ): { payload: string; openReply: OpenCall['openReply'] } {
    if (!isSealed(contract)) return { payload, openReply: undefined };
    if (!this.sealer) throw new Error(`${this.o.caller} has no key to seal ${contract.name} with`);
    const sealed = this.sealer.seal({ id, contract: contract.name }, payload);
    return isReplySealed(contract) ? sealed : { ...sealed, openReply: undefined };
  }

  /**
   * Sends the command. If the connection breaks before the reply, `resolveDoubts` looks for the reply when the
   * connection is back. If Redis is connected but silent, the call fails.
   */
  private async send(call: OpenCall): Promise<void> {
    try {
      const entry = await within(SEND_MS, this.inbox.commands.xadd(call.stream, '*', 'm', call.frame));
      call.entry = entry ?? undefined;
    } catch {
      if (this.inbox.hears) call.settle(serviceFailure('SERVICE_UNAVAILABLE'));
    }
  }

  private onReply(message: Buffer): void {
    try {
      const reply = readReply(message);
      const call = this.open.get(reply.callId);
      if (!reply.ok) call?.settle(reply.failure);
      else call?.settle({ ok: true, body: call.openReply?.(reply.body) ?? reply.body });
    } catch {
      const callId = message.toString('latin1', 1, message.indexOf('\n'));
      this.open.get(callId)?.settle(serviceFailure('UNEXPECTED'));
    }
  }

  private onUp(): void {
    for (const call of this.open.values()) {
      if (call.entry === undefined) void this.send(call);
      else this.doubtful.add(call);
    }
    this.resolveDoubts();
  }

  private resolveDoubts(): void {
    if (!this.inbox.hears) return;
    for (const call of this.doubtful) void this.resolveDoubt(call).catch(() => undefined);
  }

  /**
   * Resolves a call that was open when the inbox was lost, because its reply may have been published while nobody
   * listened. Either the reply was kept, or the entry is still there and will be answered, or the call is sent again
   * with the same id and idempotency key.
   */
  private async resolveDoubt(call: OpenCall): Promise<void> {
    const { commands } = this.inbox;
    if (call.entry === undefined) return;
    const standing = await isStanding(commands, call.stream, call.entry);
    const kept = await commands.getBuffer(keptReplyKey(this.o.namespace, this.o.caller, call.id));
    if (kept) this.onReply(kept);
    else if (standing) call.gone = 0;
    // at the first check that does not find the entry, the reply may still be on the way
    else if (++call.gone > 1 && this.doubtful.delete(call) && this.open.has(call.id)) {
      call.entry = undefined;
      await this.send(call);
    }
  }

  private settleAll(failure: Failure): void {
    for (const call of [...this.open.values()]) call.settle(failure);
  }
}

/** The ids of the request, fact or job that causes a call. */
function causeOf(): { correlationId: string; traceparent?: string } {
  const correlationId = callContext.current()?.correlationId ?? randomUUID();
  const parent = traceparent();
  return parent === undefined ? { correlationId } : { correlationId, traceparent: parent };
}

/** Gives up after the budget. The handler continues, as it would in another process. */
function inTime(budgetMs: number, running: Promise<Outcome>): Promise<Outcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(serviceFailure('SERVICE_TIMEOUT')), budgetMs);
    void running.then((answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}

/**
 * Turns a code that neither the contract nor the transport declares into UNEXPECTED. A correct server sends no such
 * code.
 */
function declared<C extends Contract>(contract: C, failure: Failure): Failure<FailureOf<C>> {
  const known: readonly string[] = contract.errors;
  const isDeclared = (code: string): code is FailureOf<C> => known.includes(code) || isTransport(code);
  const { code, params, fields } = failure;
  if (!isDeclared(code)) return { ok: false, code: 'UNEXPECTED' };
  return { ok: false, code, ...(params && { params }), ...(fields && { fields }) };
}

const isTransport = (code: string): code is TransportCode =>
  ['SERVICE_BUSY', 'SERVICE_TIMEOUT', 'SERVICE_UNAVAILABLE', 'INVALID_INPUT', 'UNEXPECTED'].includes(code);
