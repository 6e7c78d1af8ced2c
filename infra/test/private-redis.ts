import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface StartedRedis {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * A Redis for one test, behind a proxy with a fixed address. A test can kill this Redis and bring it back empty, cut
 * its connections, or make it silent.
 */
export class PrivateRedis {
  private redis: StartedRedis | undefined;
  private readonly sockets = new Set<Socket>();
  private silent = false;
  private shut = false;

  private constructor(
    private readonly folder: string,
    private readonly door: Server,
  ) {
    door.on('connection', (socket) => this.pass(socket));
  }

  static async start(): Promise<PrivateRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'portal-redis-'));
    const door = createServer();
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const started = new PrivateRedis(folder, door);
    await started.bringBack();
    return started;
  }

  get url(): string {
    const { port } = this.door.address() as AddressInfo;
    return `redis://127.0.0.1:${port}`;
  }

  /** The URL of the server itself, without the proxy. */
  get directUrl(): string {
    return this.redis?.url ?? '';
  }

  kill(): void {
    if (this.redis) process.kill(this.redis.pid, 'SIGKILL');
    this.redis = undefined;
    this.cut();
  }

  /** Starts the server again without its data, because nothing is kept on disk. */
  async bringBack(): Promise<void> {
    const launcher: string = new URL('../local/embedded-redis.mjs', import.meta.url).href;
    const { startRedis } = await import(launcher);
    this.redis = await startRedis({ dir: join(this.folder, String(Date.now())), durable: false });
  }

  /** Breaks all connections; after `ms`, new ones work. */
  cut(ms = 0): void {
    this.shut = ms > 0;
    setTimeout(() => (this.shut = false), ms);
    for (const socket of this.sockets) socket.destroy();
  }

  /** Keeps connections open but lets nothing through. */
  beSilent(silent: boolean): void {
    this.silent = silent;
    for (const socket of this.sockets) {
      if (silent) socket.pause();
      else socket.resume();
    }
  }

  async close(): Promise<void> {
    this.cut();
    this.door.close();
    await this.redis?.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private pass(outside: Socket): void {
    outside.on('error', () => undefined);
    if (!this.redis || this.shut || this.silent) {
      outside.destroy();
      return;
    }
    const { hostname, port } = new URL(this.redis.url);
    const inside = connect(Number(port), hostname);
    inside.on('error', () => undefined);
    for (const [from, to] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
