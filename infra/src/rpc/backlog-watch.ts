import type { Redis } from '../redis/index.js';

const POLL_MS = 100;
const IDLE_POLLS = 50;
/** Milliseconds that a waiting command is thought to take until there are commands to learn from. */
const UNKNOWN_MS_EACH = 5;
/** Of the newest answer in the average. */
const SHARE_OF_NEWEST = 0.1;

interface Watched {
  length: number;
  /** Sent by us less answered to us since the length was read. */
  sent: number;
  idle: number;
  /** Ours that are open, by county. */
  readonly counties: Map<string, number>;
  open: number;
}

/** What decides whether one more command may wait. */
export interface Admission {
  readonly stream: string;
  readonly county: string;
  /** Commands of one process that run at once: so many never wait long. */
  readonly slots: number;
  /** Waiting and running commands at most, however quick they are. */
  readonly limit: number;
  /** Milliseconds that a command may be expected to wait. */
  readonly mostWaitMs: number;
}

/** One command that was admitted. */
export interface Admitted {
  /**
   * It was answered or given up: without this a fast caller would count what is done as waiting.
   * @param tells how quickly commands are answered
   */
  settled(tells: boolean): void;
}

/**
 * How many entries wait or run in the streams that were lately used, at most 100 ms old, and how long one more would
 * have to wait. What would come too late is refused at once: nobody waits for what is not answered in time. When half
 * of that wait is reached, a county that has more than half of what this process has under way is refused, so that
 * others are served in its storm.
 */
export class BacklogWatch {
  private readonly streams = new Map<string, Watched>();
  /** Milliseconds between two answers while commands wait; kept when a stream is not used for a while. */
  private readonly msEach = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly commands: Pick<Redis, 'xlen'>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.timer = setInterval(() => this.poll(), POLL_MS);
    this.timer.unref();
  }

  /** Counts one more entry. @returns undefined when it is refused */
  admit(asked: Admission): Admitted | undefined {
    const { stream, county } = asked;
    let watched = this.streams.get(stream);
    if (!watched)
      this.streams.set(stream, (watched = { length: 0, sent: 0, idle: 0, counties: new Map(), open: 0 }));
    watched.idle = 0;
    const ahead = watched.length + watched.sent;
    if (ahead >= asked.limit || this.comesTooLate(asked, watched, ahead)) return undefined;
    watched.sent += 1;
    countOne(watched, county, 1);
    const { now } = this;
    const askedAt = now();
    const counted = watched;
    return {
      settled: (tells) => {
        countOne(counted, county, -1);
        if (counted.length + counted.sent > 0) counted.sent -= 1;
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

  /** One that found few before it tells how long work takes, not how long waiting does: it can only be quicker. */
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
      // without Redis no call gets as far as the limit
    }
  }
}

function countOne(watched: Watched, county: string, one: 1 | -1): void {
  watched.open += one;
  const open = (watched.counties.get(county) ?? 0) + one;
  if (open > 0) watched.counties.set(county, open);
  else watched.counties.delete(county);
}
