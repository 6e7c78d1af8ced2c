import type { Redis } from '../redis/index.js';

const POLL_MS = 100;
const IDLE_POLLS = 50;

interface Watched {
  length: number;
  /** Sent by us less answered to us since the length was read. */
  sent: number;
  idle: number;
}

/** How many entries wait or run in the streams that were lately used; at most 100 ms old. */
export class BacklogWatch {
  private readonly streams = new Map<string, Watched>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly commands: Redis) {
    this.timer = setInterval(() => this.poll(), POLL_MS);
    this.timer.unref();
  }

  /** Counts one more entry unless the stream holds `limit` already. */
  admits(stream: string, limit: number): boolean {
    let watched = this.streams.get(stream);
    if (!watched) this.streams.set(stream, (watched = { length: 0, sent: 0, idle: 0 }));
    watched.idle = 0;
    if (watched.length + watched.sent >= limit) return false;
    watched.sent++;
    return true;
  }

  /** One of ours was answered or given up: without this a fast caller would count what is done as waiting. */
  settled(stream: string): void {
    const watched = this.streams.get(stream);
    if (watched && watched.length + watched.sent > 0) watched.sent--;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private poll(): void {
    for (const [stream, watched] of this.streams) {
      if (++watched.idle > IDLE_POLLS) this.streams.delete(stream);
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
