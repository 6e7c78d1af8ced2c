import { type Redis, firstEntries } from '../redis/index.js';
import type { Tail } from './event-log.js';

const BLOCK_MS = 1_000;
const PAUSE_MS = 100;

/**
 * Follows streams without a group, so that each process gets every record. Starts after the newest record at the time
 * of the connection.
 */
export class StreamTail {
  private positions: Map<string, string> | undefined;
  private heardAt = performance.now();
  private stopped = false;
  private loop: Promise<void> | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly streams: readonly string[],
    private readonly tail: Tail,
  ) {
    redis.on('close', () => (this.positions = undefined));
  }

  start(): void {
    this.loop ??= this.follow();
  }

  /** Milliseconds since Redis last answered. */
  get silentMs(): number {
    return performance.now() - this.heardAt;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.redis.disconnect();
    await this.loop;
  }

  private async follow(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.turn();
        this.heardAt = performance.now();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  private async turn(): Promise<void> {
    if (this.redis.status !== 'ready') throw new Error('not connected');
    if (!this.positions) {
      this.positions = await this.ends();
      this.tail.onGap();
    }
    await this.read(this.positions);
  }

  private async ends(): Promise<Map<string, string>> {
    const newest = await Promise.all(
      this.streams.map((stream) => this.redis.xrevrange(stream, '+', '-', 'COUNT', 1)),
    );
    return new Map(this.streams.map((stream, at) => [stream, newest[at]?.[0]?.[0] ?? '0-0']));
  }

  private async read(positions: Map<string, string>): Promise<void> {
    const from = ['STREAMS', ...positions.keys(), ...positions.values()];
    const reply: unknown = await this.redis.callBuffer('XREAD', 'COUNT', 100, 'BLOCK', BLOCK_MS, ...from);
    for (const stream of Array.isArray(reply) ? reply : []) {
      const name: unknown = Array.isArray(stream) ? stream[0] : undefined;
      for (const { id, frame } of firstEntries(stream)) {
        positions.set(String(name), id);
        this.tail.onRecord(frame.toString());
      }
    }
  }
}
