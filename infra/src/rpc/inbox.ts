import { randomBytes } from 'node:crypto';
import { openConnection, type Redis, watchConnection } from '../redis/index.js';

export interface InboxEvents {
  onMessage(message: Buffer): void;
  /** Called when both connections are ready and the inbox listens: at the start, and after each loss. */
  onUp(): void;
  /** Called when Redis has been unreachable for `graceMs`. */
  onLost(): void;
}

const PROBE_MS = 1_000;
/** Time for the first connection of a process that starts on a busy machine. */
const FIRST_GRACE_MS = 2_000;

/** A caller's two connections: one sends commands, the other receives the replies. */
export class Inbox {
  readonly channel: string;
  readonly commands: Redis;
  private readonly ears: Redis;
  private readonly stops: (() => void)[];
  private up = false;
  private lost = false;
  private grace: NodeJS.Timeout | undefined;

  constructor(
    { caller, redisUrl, namespace }: { caller: string; redisUrl: string; namespace: string },
    graceMs: number,
    private readonly events: InboxEvents,
  ) {
    this.channel = `${namespace}:rpc:inbox:${caller}:${randomBytes(9).toString('base64url')}`;
    this.down(Math.max(graceMs, FIRST_GRACE_MS));
    this.commands = openConnection(redisUrl, { enableAutoPipelining: true });
    this.ears = openConnection(redisUrl);
    this.ears.on('messageBuffer', (_channel: Buffer, message: Buffer) => events.onMessage(message));
    for (const redis of [this.commands, this.ears]) {
      redis.on('ready', () => void this.listen());
      redis.on('close', () => this.down(graceMs));
    }
    this.stops = [this.commands, this.ears].map((redis) =>
      watchConnection(redis, PROBE_MS, () => redis.ping()),
    );
  }

  /** False once Redis has been unreachable for the grace time. Waiting is then no longer useful. */
  get reachable(): boolean {
    return !this.lost;
  }

  get hears(): boolean {
    return this.up;
  }

  async close(): Promise<void> {
    for (const stop of this.stops) stop();
    clearTimeout(this.grace);
    for (const redis of [this.commands, this.ears]) redis.removeAllListeners('close');
    await Promise.all(
      [this.commands, this.ears].map((redis) => redis.quit().catch(() => redis.disconnect())),
    );
  }

  private async listen(): Promise<void> {
    if (this.ears.status !== 'ready' || this.commands.status !== 'ready') return;
    try {
      await this.ears.subscribe(this.channel);
    } catch {
      return;
    }
    if (this.ears.status !== 'ready' || this.commands.status !== 'ready' || this.up) return;
    this.up = true;
    this.lost = false;
    clearTimeout(this.grace);
    this.grace = undefined;
    this.events.onUp();
  }

  private down(graceMs: number): void {
    this.up = false;
    if (this.lost || this.grace) return;
    const grace = setTimeout(() => {
      // Lets the event loop first read what the sockets already hold, because after a stall of the loop this timer
      // fires although Redis is still there.
      setImmediate(() => setImmediate(() => this.grace === grace && this.lose()));
    }, graceMs);
    this.grace = grace;
    this.grace.unref();
  }

  private lose(): void {
    this.grace = undefined;
    this.lost = true;
    this.events.onLost();
  }
}
