import { sectionNames } from '@portal/proto/config/sections';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { openConnection, watchConnection, whenReady } from '../redis/index.js';

/** `section` null: the county itself (hosts, zone). `version` is the section's new one, 0 for the county. */
const announcement = z.object({
  county: z.string(),
  section: z.nullable(z.enum(sectionNames)),
  version: z.int(),
});
export type Announcement = z.infer<typeof announcement>;

const channelOf = (namespace: string): string => `${namespace}:county-config`;
const PROBE_MS = 1_000;

/** Says 'drop your copy' to every process. Whoever misses it has old values until their copies are 30 s old. */
export async function announce(redis: Redis, namespace: string, change: Announcement): Promise<void> {
  await redis.publish(channelOf(namespace), JSON.stringify(change));
}

export interface AnnouncementHandlers {
  onChange(change: Announcement): void;
  /** Announcements may have been missed: nothing that was read before may be trusted. */
  onGap(): void;
}

/** Listens on a connection of its own, and again after every loss. */
export class AnnouncementListener {
  private readonly redis: Redis;
  private readonly stopWatching: () => void;

  constructor(
    redisUrl: string,
    private readonly namespace: string,
    private readonly handlers: AnnouncementHandlers,
  ) {
    this.redis = openConnection(redisUrl);
    this.redis.on('message', (_channel: string, text: string) => this.hear(text));
    this.redis.on('ready', () => void this.listen());
    this.redis.on('close', () => handlers.onGap());
    this.stopWatching = watchConnection(this.redis, PROBE_MS, () => this.redis.ping());
  }

  /** Settles when it hears, or after 2 s. */
  async ready(): Promise<void> {
    await whenReady(this.redis);
    await this.redis.ping().catch(() => undefined);
  }

  close(): void {
    this.stopWatching();
    this.redis.removeAllListeners('close');
    this.redis.disconnect();
  }

  private async listen(): Promise<void> {
    try {
      await this.redis.subscribe(channelOf(this.namespace));
      this.handlers.onGap();
    } catch {
      // the connection was lost again; its next 'ready' comes here
    }
  }

  private hear(text: string): void {
    const parsed = z.safeParse(announcement, JSON.parse(text));
    if (parsed.success) this.handlers.onChange(parsed.data);
    else this.handlers.onGap();
  }
}
