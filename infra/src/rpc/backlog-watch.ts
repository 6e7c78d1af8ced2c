import type { Redis } from '../redis/index.js';

const POLL_MS = 100;
const IDLE_POLLS = 50;
/** The assumed milliseconds for each waiting command until real times have been measured. */
const UNKNOWN_MS_EACH = 5;
/** Weight of the newest answer in the average. */
const SHARE_OF_NEWEST = 0.1;

interface Watched {
  length: number;
  /** Commands sent minus commands answered since the length was read. */
  sent: number;
  /** Commands that wait or run in this process. */
  here: number;
  idle: number;
  /** Open commands of this process by county. */
  readonly counties: Map<string, number>;
  open: number;
}

/** The limits that decide whether one more command may wait. */
export interface Admission {
  readonly stream: string;
  readonly county: string;
  /** The number of commands that one process runs at a time. Up to this many commands do not count as waiting. */
  readonly slots: number;
  /** The maximum number of waiting and running commands, however fast they are. */
  readonly limit: number;
  /** The maximum expected wait of a command, in milliseconds. */
  readonly mostWaitMs: number;
}

/** One command that was admitted. */
export interface Admitted {
  /** Call this if the command waits and runs in this process and is not sent to the stream. */
  staysHere(): void;
  /**
   * Call this when the command was answered or given up. Otherwise the watch would still count
   * the command as waiting.
   * @param tells true when the command's duration counts for the estimate of answer times
   */
  settled(tells: boolean): void;
}

/**
 * Estimates how long one more command would wait. It counts the entries that wait or run in recently used streams, and
 * the commands that wait or run in this process. Its figures are at most 100 ms old. A command that would run too
 * late is refused at once. If the expected wait is more than half of the maximum, a county with more than half of this
 * process's open commands is refused, so that other counties are still served.
 */
export class BacklogWatch {
  private readonly streams = new Map<string, Watched>();
  /** By stream, the milliseconds between two answers while commands wait. The figures of unused streams are kept. */
  private readonly msEach = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly commands: Pick<Redis, 'xlen'>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.timer = setInterval(() => this.poll(), POLL_MS);
    this.timer.unref();
  }

  /**
   * Counts one more command.
   * @returns undefined when the command is refused
   */
  admit(asked: Admission): Admitted | undefined {
    const { stream, county } = asked;
    let watched = this.streams.get(stream);
    if (!watched)
      this.streams.set(
        stream,
        (watched = { length: 0, sent: 0, here: 0, idle: 0, counties: new Map(), open: 0 }),
      );
    watched.idle = 0;
    const ahead = watched.length + watched.sent + watched.here;
    if (ahead >= asked.limit || this.comesTooLate(asked, watched, ahead)) return undefined;
    watched.sent += 1;
    countOne(watched, county, 1);
    const { now } = this;
    const askedAt = now();
    const counted = watched;
    let isHere = false;
    return {
      staysHere: () => {
        isHere = true;
        counted.sent -= 1;
        counted.here += 1;
      },
      settled: (tells) => {
        countOne(counted, county, -1);
        if (isHere) counted.here -= 1;
        else if (counted.length + counted.sent > 0) counted.sent -= 1;
        if (tells) this.learn(asked, ahead + 1, now() - askedAt);
      },
    };
  }

  close(): void {
    clearInterval(this.timer);
  }

  private comesTooLate(
    { stream, county, slots, mostWaitMs }: Admission,
    watched: Watched,
    ahead: number,
  ): boolean {
    if (ahead < slots) return false;
    const waitMs = (ahead + 1 - slots) * (this.msEach.get(stream) ?? UNKNOWN_MS_EACH);
    const isOfMany = (watched.counties.get(county) ?? 0) > watched.open / 2;
    return waitMs > (isOfMany ? mostWaitMs / 2 : mostWaitMs);
  }

  /**
   * Updates the average time of an answer. A command that gets a slot at once has not waited for others. Its duration
   * tells only how long its work takes, and may lower the average but not raise it.
   */
  private learn({ stream, slots }: Admission, position: number, ms: number): void {
    const known = this.msEach.get(stream) ?? UNKNOWN_MS_EACH;
    const each = ms / position;
    if (position <= slots && each > known) return;
    this.msEach.set(stream, known + (each - known) * SHARE_OF_NEWEST);
  }

  private poll(): void {
    for (const [stream, watched] of this.streams) {
      if (++watched.idle > IDLE_POLLS && watched.open === 0) this.streams.delete(stream);
      else void this.read(stream, watched);
    }
  }

  private async read(stream: string, watched: Watched): Promise<void> {
    const before = watched.sent;
    try {
      watched.length = await this.commands.xlen(stream);
      watched.sent -= before;
    } catch {
      // the last known length stays; no call is counted in addition while Redis cannot be reached, because calls then
      // fail before they are counted
    }
  }
}

function countOne(watched: Watched, county: string, one: 1 | -1): void {
  watched.open += one;
  const open = (watched.counties.get(county) ?? 0) + one;
  if (open > 0) watched.counties.set(county, open);
  else watched.counties.delete(county);
}
