import { AsyncLocalStorage } from 'node:async_hooks';
import type { Redis } from 'ioredis';
import {
  claimCursor,
  firstEntries,
  isGroupMissing,
  pendingDeliveries,
  type RawEntry,
} from './stream-replies.js';

export interface StreamEntry extends RawEntry {
  /** 1 for a new entry; more for an entry that was taken over from another process. */
  readonly deliveries: number;
}

export interface StreamReaderOptions {
  readonly stream: string;
  readonly group: string;
  readonly consumer: string;
  readonly slots: number;
  /** Milliseconds until an untouched entry is taken over. */
  readonly reclaimMs: number;
  /** If true, entries of slow handlers are not taken over; false only in tests. */
  readonly heartBeat: boolean;
  readonly reader: Redis;
  readonly commands: Redis;
  /** If true, entries that are done are deleted; otherwise they stay for other groups. */
  readonly deletes: boolean;
  /**
   * Processes an entry. The function may call `release` to free the entry's slot before its promise settles. If the
   * promise resolves, the entry is acknowledged. If the promise rejects, the entry stays pending until a process takes
   * the entry over.
   */
  readonly serve: (entry: StreamEntry, release: () => void) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

const LONGEST_BLOCK_MS = 1_000;
const FROM_THE_START = '0-0';
const LARGEST_READ = 32;
const PAUSE_AFTER_FAULT_MS = 100;
/** How long a finished entry waits for other entries, so that one round trip acknowledges all of them. */
const ACKNOWLEDGE_MS = 4;
const MOST_UNACKNOWLEDGED = 32;
const FORGOTTEN_CONSUMER_MS = 600_000;
const FORGET_EVERY_MS = 60_000;

/**
 * Touches only entries that still belong to this process. After a pause, a process must not take back entries that
 * another process has taken over.
 */
const KEEP_OWN_ENTRIES = `
for i = 3, #ARGV do
  local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1)
  if pending[1] and pending[1][2] == ARGV[2] then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID')
  end
end`;

/**
 * Deletes the consumer that leaves and consumers that have been idle for a long time, if they have no pending entries.
 * A consumer with pending entries is kept until another process has taken over its entries.
 */
const FORGET_CONSUMERS = `
for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  if consumer[4] == 0 and (consumer[2] == ARGV[2] or consumer[6] > tonumber(ARGV[3])) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer[2])
  end
end`;

/**
 * The part of one process in a consumer group. It takes as many entries as it has free slots, keeps them from being
 * taken over, and acknowledges them.
 */
export class StreamReader {
  private readonly running = new Map<string, number>();
  private busy = 0;
  /** How much outside work (not from the stream) runs or waits. */
  private lent = 0;
  /** Entries and outside work that wait for a slot, in order of arrival. */
  private readonly waiting: (() => void)[] = [];
  /** How many items of `waiting` are entries. */
  private ahead = 0;
  private stopping = false;
  private finished: string[] = [];
  private reclaimedAt = Number.NEGATIVE_INFINITY;
  /** Where the next search for abandoned entries starts. One search covers only a part of a long list. */
  private cursor = FROM_THE_START;
  private heardAt = performance.now();
  private forgotAt = performance.now();
  private readerId: number | undefined;
  private wake: (() => void) | undefined;
  private loop: Promise<void> | undefined;
  private beat: NodeJS.Timeout | undefined;
  private acknowledging: NodeJS.Timeout | undefined;

  constructor(private readonly o: StreamReaderOptions) {}

  /** Starts reading; later calls do nothing. */
  start(): void {
    if (this.loop) return;
    const learnId = (): void => {
      this.o.reader.client('ID').then((id) => (this.readerId = id), this.o.onFault);
    };
    if (this.o.reader.status === 'ready') learnId();
    this.o.reader.on('ready', learnId);
    this.heardAt = performance.now();
    this.loop = this.read();
    if (this.o.heartBeat) this.beat = setInterval(() => this.keepEntries(), this.o.reclaimMs / 4);
    this.beat?.unref();
  }

  /** Work that has not ended; entries that only wait for their acknowledgment do not count. */
  get inFlight(): number {
    return this.running.size - this.finished.length + this.lent;
  }

  /** How much of the work in flight still waits for a slot. */
  get queued(): number {
    return this.waiting.length;
  }

  /**
   * Runs work that does not come from the stream. The work waits for a slot in turn with the entries.
   * @returns undefined when reading has ended
   */
  lendSlot<T>(work: () => Promise<T>): Promise<T> | undefined {
    if (!this.loop || this.stopping) return undefined;
    this.lent++;
    return new Promise((resolve, reject) => {
      this.inTurn(() => {
        const release = this.occupy();
        const done = work();
        done.then(resolve, reject).finally(() => {
          this.lent--;
          release();
        });
      });
    });
  }

  /**
   * Milliseconds since Redis last answered this reader; 0 without a free slot, because the reader then asks nothing.
   */
  get silentMs(): number {
    if (!this.loop || this.stopping || this.busy >= this.o.slots) return 0;
    return performance.now() - this.heardAt;
  }

  /** Takes no new entries; settles when the last answer of Redis is processed. Running entries continue. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake?.();
    const { reader, commands } = this.o;
    if (this.readerId !== undefined) await commands.client('UNBLOCK', this.readerId).catch(() => undefined);
    await reader.quit().catch(() => reader.disconnect());
    await this.loop;
  }

  /** Called after the drain. Leaves the group if nothing is pending, and ends the heartbeat. */
  async leave(): Promise<void> {
    clearInterval(this.beat);
    await this.acknowledge();
    await this.forgetConsumers(this.o.consumer).catch(() => undefined);
  }

  private async read(): Promise<void> {
    while (!this.stopping) {
      try {
        if (this.o.reader.status !== 'ready') await this.connection();
        else if (this.isReclaimDue()) await this.reclaim();
        else if (this.room <= 0) await new Promise<void>((resolve) => (this.wake = resolve));
        else this.take(await this.readNew(this.room));
        if (this.o.reader.status === 'ready') this.heardAt = performance.now();
      } catch (error) {
        if (!this.stopping) await this.recover(error);
      }
    }
  }

  /**
   * How many entries may be taken. If no slot is free because `lendSlot` has lent some, one entry may still be taken to
   * wait for a slot, so that lent slots do not starve the stream.
   */
  private get room(): number {
    const free = this.o.slots - this.busy;
    return free > 0 || this.lent === 0 ? free : 1 - this.ahead;
  }

  private connection(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
      this.o.reader.once('ready', resolve);
    });
  }

  private async readNew(free: number): Promise<StreamEntry[]> {
    const { group, consumer, stream, reclaimMs, reader } = this.o;
    const block = Math.ceil(Math.min(LONGEST_BLOCK_MS, reclaimMs / 2));
    const count = Math.min(free, LARGEST_READ);
    const reply: unknown = await reader.callBuffer(
      ...([
        'XREADGROUP',
        'GROUP',
        group,
        consumer,
        'COUNT',
        count,
        'BLOCK',
        block,
        'STREAMS',
        stream,
        '>',
      ] as const),
    );
    const streams = Array.isArray(reply) ? reply : [];
    return streams.flatMap((one: unknown) => firstEntries(one)).map((entry) => ({ ...entry, deliveries: 1 }));
  }

  /**
   * True if it is time to search for abandoned entries. The next search is due half of `reclaimMs` after the last one.
   * It is due at once if the last search did not reach the end of the list and more entries may be taken.
   */
  private isReclaimDue(): boolean {
    if (this.cursor !== FROM_THE_START && this.room > 0) return true;
    return performance.now() - this.reclaimedAt > this.o.reclaimMs / 2;
  }

  /** Takes over abandoned entries of other processes. Entries of this process that still run are left out. */
  private async reclaim(): Promise<void> {
    const { stream, group, consumer, reclaimMs, reader } = this.o;
    this.reclaimedAt = performance.now();
    await this.acknowledge();
    if (this.reclaimedAt - this.forgotAt > FORGET_EVERY_MS) await this.forgetConsumers('');
    const count = Math.min(this.room, LARGEST_READ);
    if (count <= 0) return;
    const reply: unknown = await reader.callBuffer(
      ...(['XAUTOCLAIM', stream, group, consumer, reclaimMs, this.cursor, 'COUNT', count] as const),
    );
    this.cursor = claimCursor(reply);
    for (const entry of firstEntries(reply)) {
      if (this.running.has(entry.id)) continue;
      const pending: unknown = await reader.call('XPENDING', stream, group, entry.id, entry.id, 1);
      this.take([{ ...entry, deliveries: pendingDeliveries(pending) ?? 2 }]);
    }
  }

  private take(entries: readonly StreamEntry[]): void {
    for (const entry of entries) {
      this.running.set(entry.id, performance.now());
      this.ahead++;
      this.inTurn(() => {
        this.ahead--;
        this.run(entry);
      });
    }
  }

  /**
   * Starts work at once if a slot is free, else after the work that waits already. Delayed work keeps the context of
   * its own request.
   */
  private inTurn(start: () => void): void {
    if (this.busy < this.o.slots) start();
    else this.waiting.push(AsyncLocalStorage.bind(start));
  }

  private run(entry: StreamEntry): void {
    const release = this.occupy();
    this.o
      .serve(entry, release)
      .then(
        () => this.finish(entry.id),
        () => this.running.delete(entry.id),
      )
      .finally(release);
  }

  /** @returns a function that frees the slot; further calls do nothing */
  private occupy(): () => void {
    this.busy++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.busy--;
      this.waiting.shift()?.();
      this.wake?.();
    };
  }

  private finish(id: string): void {
    const waiting = this.finished.push(id);
    if (waiting >= MOST_UNACKNOWLEDGED) void this.acknowledge();
    else this.acknowledging ??= setTimeout(() => void this.acknowledge(), ACKNOWLEDGE_MS);
  }

  /**
   * Sends one XACK (and XDEL) for all entries that finished lately. Entries that Redis did not accept wait for the next
   * attempt.
   */
  private async acknowledge(): Promise<void> {
    clearTimeout(this.acknowledging);
    this.acknowledging = undefined;
    const ids = this.finished;
    if (ids.length === 0) return;
    this.finished = [];
    const { stream, group, commands } = this.o;
    try {
      const deleted = this.o.deletes ? commands.xdel(stream, ...ids) : undefined;
      await Promise.all([commands.xack(stream, group, ...ids), deleted]);
      for (const id of ids) this.running.delete(id);
    } catch {
      this.finished.push(...ids);
    }
  }

  private keepEntries(): void {
    const slow = performance.now() - this.o.reclaimMs / 4;
    const ids = [...this.running].filter(([, since]) => since <= slow).map(([id]) => id);
    if (ids.length === 0) return;
    const { stream, group, consumer, commands } = this.o;
    commands.eval(KEEP_OWN_ENTRIES, 1, stream, group, consumer, ...ids).catch(this.o.onFault);
  }

  /**
   * Creates the group when it is missing, at the first start and after Redis came back empty. Retries after a pause on
   * any other error.
   */
  private async recover(error: unknown): Promise<void> {
    try {
      if (isGroupMissing(error)) {
        await this.createGroup();
        return;
      }
    } catch (again) {
      this.o.onFault(again);
    }
    if (!isGroupMissing(error)) this.o.onFault(error);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAULT_MS));
  }

  private async createGroup(): Promise<void> {
    const { reader, stream, group } = this.o;
    await reader.xgroup('CREATE', stream, group, '0', 'MKSTREAM').catch((error: unknown) => {
      if (!String(error).includes('BUSYGROUP')) throw error;
    });
  }

  private async forgetConsumers(leaving: string): Promise<void> {
    this.forgotAt = performance.now();
    const { commands, stream, group } = this.o;
    await commands.eval(FORGET_CONSUMERS, 1, stream, group, leaving, FORGOTTEN_CONSUMER_MS);
  }
}
