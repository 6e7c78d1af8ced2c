import { type KeyObject, randomBytes } from 'node:crypto';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { ErrorCode } from '@portal/proto/codes';
import type { Failure } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { VitalSigns } from '@portal/proto/http/monitoring';
import type { Contract, Lane } from '@portal/proto/rpc/contract';
import type { ProcessKeys } from '../config/index.js';
import { serviceCodes, type Log } from '../log/index.js';
import { noteCommand } from '../metrics/command-metrics.js';
import { RecentTimes } from '../metrics/recent-times.js';
import {
  openConnection,
  type Redis,
  RedisClock,
  type StreamEntry,
  StreamReader,
  watchConnection,
} from '../redis/index.js';
import { answer, type Outcome, type Served } from './answer.js';
import { BadFrame } from './bad-frame.js';
import { type DirectRequest, type DirectServer, serveDirectly } from './direct-calls.js';
import { readRequest, type RequestFrame, type RequestHeader, writeFailure, writeReply } from './frame.js';
import {
  deadLetterStream,
  defaultLanes,
  keptReplyKey,
  type Lanes,
  laneStream,
  SERVICE_GROUP,
} from './lanes.js';
import { whyRefused } from './permission.js';
import { isReplySealed, isSealed, Opener } from './sealing.js';
import { inServiceSpan } from './spans.js';
import { VoucherReader } from './voucher.js';
import { checkWiring, WiringError } from './wiring.js';

export interface StreamsServerOptions {
  readonly service: string;
  readonly redisUrl: string;
  readonly namespace: string;
  /** Includes the service's own private key. */
  readonly keys: ProcessKeys;
  /** Opens sealed commands; required if the service has sealed commands. */
  readonly sealingKeys?: readonly KeyObject[];
  readonly log: Log;
  /** All contracts of the product. Each contract of this service must have exactly one handler. */
  readonly contracts: readonly Contract[];
  readonly lanes?: Lanes;
  readonly reclaimMs?: number;
  readonly heartBeat?: boolean;
  /** If true, callers in the same process can read directly, without Redis. */
  readonly oneProcess?: boolean;
}

const RECLAIM_MS = 2_000;
const MOST_DELIVERIES = 3;
const DEAD_LETTERS_KEPT = 10_000;
const KEPT_REPLY_MS = 60_000;
const PUBLISH_PAUSE_MS = 250;
const PUBLISH_TRIES = 40;
const SAMPLE_MS = 1_000;
/** How long a stopping process waits for its commands. Other processes finish the rest (infra/DESIGN.md#stopping). */
const DRAIN_MS = 25_000;

/**
 * Serves the contracts of one service from Redis Streams. All processes of the service read in one consumer group, so
 * that each command runs in one process (infra/DESIGN.md#commands).
 */
export class StreamsServer extends Server implements CustomTransportStrategy, DirectServer {
  override transportId = Symbol('REDIS_STREAMS');
  /** How long answers took; an answer with one of the codes in `owed` counts as failed. */
  readonly times = new RecentTimes();
  readonly stats = { served: 0, expired: 0, refused: 0, buried: 0, reclaimed: 0 };
  private readonly consumer = `${process.pid}-${randomBytes(4).toString('hex')}`;
  private readonly clock = new RedisClock();
  private readonly handled: string[] = [];
  private readonly served = new Map<string, Served>();
  private readonly readers = new Map<Lane, StreamReader>();
  private commands: Redis;
  private stopWatching: (() => void) | undefined;
  private stopDirect: (() => void) | undefined;
  private readonly opener: Opener | undefined;
  private readonly vouchers: VoucherReader;
  private away = false;
  private closed: Promise<void> | undefined;

  constructor(private readonly o: StreamsServerOptions) {
    super();
    if (o.sealingKeys?.length) this.opener = new Opener(o.sealingKeys);
    this.vouchers = new VoucherReader(o.keys, o.service);
  }

  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEvent = false,
    extras: object = {},
  ): void {
    this.handled.push(this.normalizePattern(String(pattern)));
    super.addHandler(pattern, callback, isEvent, extras);
  }

  on(): void {
    // the strategy emits no events
  }

  unwrap<T>(): T {
    throw new Error('the connections of the streams strategy are its own');
  }

  /** Checks handlers and keys, and passes an error, such as a WiringError, to the callback. Does not wait for Redis. */
  listen(callback: (error?: unknown) => void): void {
    try {
      const { service, contracts } = this.o;
      checkWiring(service, contracts, this.handled);
      if (!this.o.keys.holds(service)) throw new WiringError(`${service}: its RPC_KEY is missing`);
      for (const contract of contracts) {
        const handler = this.getHandlerByPattern(contract.name);
        if (handler) this.served.set(contract.name, { contract, handler });
      }
      this.checkKey();
      this.open();
      callback();
    } catch (error) {
      callback(error);
    }
  }

  /** Stops reading, waits for running commands, then leaves the groups. */
  close(): Promise<void> {
    this.closed ??= this.drain();
    return this.closed;
  }

  get inFlight(): number {
    return this.everyReader.reduce((sum, reader) => sum + reader.inFlight, 0);
  }

  /** The longest time in milliseconds for which a lane has had no answer from Redis, not even an empty one. */
  get silentMs(): number {
    return Math.max(0, ...this.everyReader.map((reader) => reader.silentMs));
  }

  /** For each lane: commands that no replica has taken or that wait here for a slot, and the slots in use here. */
  laneSigns(): Promise<VitalSigns['lanes']> {
    const { namespace, service, lanes = defaultLanes } = this.o;
    const signs = [...this.readers].map(async ([lane, reader]) => {
      const stream = laneStream(namespace, service, lane);
      const [there, [running]] = await Promise.all([
        this.commands.xlen(stream),
        this.commands.xpending(stream, SERVICE_GROUP) as Promise<[number]>,
      ]);
      return {
        lane,
        waiting: Math.max(0, there - running) + reader.queued,
        running: reader.inFlight - reader.queued,
        slots: lanes[lane].slots,
      };
    });
    return Promise.all(signs);
  }

  runHere(contract: Contract, { header, actor, input }: DirectRequest): Promise<Outcome> | undefined {
    const served = this.closed ? undefined : this.served.get(contract.name);
    const reader = this.readers.get(contract.lane);
    if (!served || !reader) return undefined;
    const askedAt = performance.now();
    const age = (): number => performance.now() - askedAt;
    return reader.lendSlot(() => {
      if (age() > header.budgetMs) return Promise.resolve(this.expire(header, contract.name));
      this.stats.served++;
      return this.run(served, { header, actor: this.believed(actor), input }, 1, age);
    });
  }

  private get everyReader(): StreamReader[] {
    return [...this.readers.values()];
  }

  private open(): void {
    const { redisUrl, log } = this.o;
    const onFault = (error: unknown): void => log.warn({ err: error }, 'commands cannot be read');
    this.commands = openConnection(redisUrl, { enableAutoPipelining: true });
    const sample = (): Promise<void> => this.clock.sample(this.commands);
    this.commands.on('ready', () => void this.onReady());
    this.commands.on('close', () => this.onAway());
    this.stopWatching = watchConnection(this.commands, SAMPLE_MS, sample);
    const lanes = new Set([...this.served.values()].map(({ contract }) => contract.lane));
    for (const lane of lanes) this.readers.set(lane, this.openLane(lane, onFault));
    if (this.o.oneProcess) this.stopDirect = serveDirectly(this.o.namespace, this.o.service, this);
  }

  /** Samples the clock of Redis before the lanes start, because the age of a command must be known before it runs. */
  private async onReady(): Promise<void> {
    if (this.away) this.o.log.info({}, 'Redis is back');
    this.away = false;
    await this.clock.sample(this.commands).catch(() => undefined);
    if (!this.closed) for (const reader of this.everyReader) reader.start();
  }

  private onAway(): void {
    if (!this.away && !this.closed) this.o.log.warn({}, 'Redis is away');
    this.away = true;
  }

  private openLane(lane: Lane, onFault: (error: unknown) => void): StreamReader {
    const {
      namespace,
      service,
      redisUrl,
      lanes = defaultLanes,
      reclaimMs = RECLAIM_MS,
      heartBeat = true,
    } = this.o;
    return new StreamReader({
      stream: laneStream(namespace, service, lane),
      group: SERVICE_GROUP,
      consumer: this.consumer,
      slots: lanes[lane].slots,
      reclaimMs,
      deletes: true,
      heartBeat,
      reader: openConnection(redisUrl),
      commands: this.commands,
      serve: (entry, release) => this.serve(lane, entry, release),
      onFault,
    });
  }

  private async serve(lane: Lane, entry: StreamEntry, release: () => void): Promise<void> {
    if (entry.deliveries > 1) this.stats.reclaimed++;
    const request = this.read(entry);
    if (request instanceof BadFrame) {
      this.stats.refused++;
      this.o.log.error({ reason: request.message, lane, entry: entry.id }, 'command refused');
      await this.bury(lane, entry, request.message);
      return;
    }
    const { header } = request;
    if (this.clock.ageOf(entry.id) > header.budgetMs) {
      this.expire(header, header.contract);
      return;
    }
    if (entry.deliveries > MOST_DELIVERIES) {
      this.o.log.error(
        { contract: header.contract, correlationId: header.correlationId },
        'command given up',
      );
      await this.bury(lane, entry, `delivered ${MOST_DELIVERIES} times without an end`);
      await this.reply(header, writeFailure(header.id, { ok: false, code: 'UNEXPECTED' }));
      return;
    }
    const outcome = await this.runFrame(request, entry);
    this.stats.served++;
    release();
    await this.reply(header, messageOf(request, outcome));
  }

  /** Drops a command whose caller no longer waits. */
  private expire({ correlationId }: Pick<RequestHeader, 'correlationId'>, contract: string): Failure {
    this.stats.expired++;
    this.o.log.warn({ contract, correlationId }, 'command past its budget dropped');
    return { ok: false, code: 'SERVICE_TIMEOUT' };
  }

  private read(entry: StreamEntry): RequestFrame | BadFrame {
    try {
      return this.opened(readRequest(this.o.keys, this.o.service, entry.frame));
    } catch (error) {
      return error instanceof BadFrame ? error : new BadFrame(String(error));
    }
  }

  private opened(request: RequestFrame): RequestFrame {
    const { header, payload } = request;
    const served = this.served.get(header.contract);
    if (!served || !this.opener || !isSealed(served.contract)) return request;
    const opened = this.opener.open(header, payload);
    return isReplySealed(served.contract)
      ? { ...request, ...opened }
      : { ...request, payload: opened.payload };
  }

  private checkKey(): void {
    const sealed = [...this.served.values()].find(({ contract }) => isSealed(contract));
    if (sealed && !this.opener)
      throw new WiringError(
        `${this.o.service}: ${sealed.contract.name} is sealed, and SEALING_KEY is missing`,
      );
  }

  private runFrame(request: RequestFrame, entry: StreamEntry): Promise<Outcome> {
    const { contract, caller } = request.header;
    const served = this.served.get(contract);
    if (!served) {
      // during an update the caller may be newer than this process; the caller's next attempt may reach a newer process
      this.o.log.error({ contract, caller }, 'command without a contract here');
      return Promise.resolve({ ok: false, code: 'SERVICE_UNAVAILABLE' });
    }
    const asked = { ...request, input: parseJson(request.payload) };
    return this.run(served, asked, entry.deliveries, () => this.clock.ageOf(entry.id));
  }

  private run(
    served: Served,
    request: DirectRequest,
    deliveries: number,
    age: () => number,
  ): Promise<Outcome> {
    const refused = whyRefused(served.contract, request);
    if (refused === undefined) {
      const answering = (): Promise<Outcome> => answer(served, request, deliveries, age, this.o.log);
      return this.timed(served.contract, inServiceSpan(served.contract, request, answering));
    }
    this.stats.refused++;
    this.o.log.error({ contract: served.contract.name, reason: refused }, 'command refused');
    return Promise.resolve({ ok: false, code: 'UNEXPECTED' });
  }

  private async timed(contract: Contract, answering: Promise<Outcome>): Promise<Outcome> {
    const began = performance.now();
    const outcome = await answering;
    const took = performance.now() - began;
    const failed = !outcome.ok && owed.has(outcome.code);
    this.times.add(took, failed);
    noteCommand(this.o.service, contract, failed ? 'failed' : outcome.ok ? 'ok' : 'refused', took);
    return outcome;
  }

  /** The actor of a call in this process. If the voucher is invalid, returns the actor without the voucher. */
  private believed(actor: Actor): Actor {
    if (actor.voucher === undefined) return actor;
    try {
      return this.vouchers.read(actor, actor.voucher);
    } catch {
      const { voucher: _, ...unvouched } = actor;
      return unvouched;
    }
  }

  /** Sends the reply. If the caller is offline, keeps the reply in Redis, where the caller looks before it retries. */
  private async reply({ id, inbox, caller }: RequestHeader, message: string | Buffer): Promise<void> {
    for (let tries = 0; tries < PUBLISH_TRIES; tries++) {
      try {
        const listening = await this.commands.publish(inbox, message);
        if (listening > 0) return;
        await this.commands.set(keptReplyKey(this.o.namespace, caller, id), message, 'PX', KEPT_REPLY_MS);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, PUBLISH_PAUSE_MS));
      }
    }
  }

  private async bury(lane: Lane, entry: StreamEntry, reason: string): Promise<void> {
    this.stats.buried++;
    const fields = ['reason', reason, 'lane', lane, 'entry', entry.id, 'frame', entry.frame];
    await this.commands
      .xadd(
        deadLetterStream(this.o.namespace, this.o.service),
        'MAXLEN',
        '~',
        DEAD_LETTERS_KEPT,
        '*',
        ...fields,
      )
      .catch((error: unknown) => this.o.log.error({ err: error, reason }, 'dead letter not written'));
  }

  private async drain(): Promise<void> {
    this.stopDirect?.();
    if (!this.commands) return;
    await Promise.all(this.everyReader.map((reader) => reader.stop()));
    const end = performance.now() + DRAIN_MS;
    while (this.inFlight > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (this.inFlight > 0) this.o.log.warn({ left: this.inFlight }, 'commands left to other processes');
    await Promise.all(this.everyReader.map((reader) => reader.leave()));
    this.stopWatching?.();
    await this.commands.quit().catch(() => this.commands.disconnect());
  }
}

function messageOf({ header: { id }, sealReply }: RequestFrame, outcome: Outcome): string | Buffer {
  if (!outcome.ok) return writeFailure(id, outcome);
  return writeReply(id, sealReply ? sealReply(outcome.body) : outcome.body);
}

/** Codes of failures that are the fault of the service and not of the caller. */
const owed: ReadonlySet<ErrorCode> = new Set(['UNEXPECTED', ...serviceCodes]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
