import { session, type Session } from '@portal/proto/rpc/identity';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { openConnection, watchConnection, whenReady } from '../redis/index.js';

const LONGEST_SECONDS = 60;
const MARK_SECONDS = 5;
const PROBE_MS = 1_000;
const ENDED = 'ended';
const CHANGED = 'changed';

/**
 * Sessions by the hash of their token in Redis. Identity writes it; the gateway reads it before it asks identity.
 * A mark of 5 s, longer than any read of the row takes, keeps a slow reader from putting back what has ended or
 * changed meanwhile: `keep` writes only where nothing is.
 */
export class SessionCache {
  private readonly redis: Redis;
  private readonly stopWatching: () => void;

  constructor(
    redisUrl: string,
    private readonly namespace: string,
  ) {
    this.redis = openConnection(redisUrl);
    this.stopWatching = watchConnection(this.redis, PROBE_MS, () => this.redis.ping());
  }

  /** Settles when Redis can be asked, or after 2 s. */
  ready(): Promise<void> {
    return whenReady(this.redis);
  }

  /**
   * @param tokenHash SHA-256 of the token, base64url
   * @returns null for a session that has just ended, undefined when identity must be asked
   * @throws when Redis does not answer
   */
  async find(tokenHash: string, now: Date): Promise<Session | null | undefined> {
    const text = await this.redis.get(this.keyOf(tokenHash));
    if (text === null || text === CHANGED) return undefined;
    if (text === ENDED) return null;
    const found = z.safeParse(session, JSON.parse(text));
    return found.success && new Date(found.data.expiresAt) > now ? found.data : undefined;
  }

  /** @param seconds at most 60 */
  async keep(tokenHash: string, value: Session, seconds: number): Promise<void> {
    const ttl = Math.floor(Math.min(LONGEST_SECONDS, seconds));
    if (ttl >= 1) await this.redis.set(this.keyOf(tokenHash), JSON.stringify(value), 'EX', ttl, 'NX');
  }

  /** The next requests of these sessions ask identity, whatever was kept. */
  markChanged(tokenHashes: readonly string[]): Promise<void> {
    return this.mark(tokenHashes, CHANGED);
  }

  /** The next requests of these sessions are refused at once. */
  markEnded(tokenHashes: readonly string[]): Promise<void> {
    return this.mark(tokenHashes, ENDED);
  }

  onApplicationShutdown(): void {
    this.stopWatching();
    this.redis.disconnect();
  }

  private async mark(tokenHashes: readonly string[], text: string): Promise<void> {
    if (tokenHashes.length === 0) return;
    const pipeline = this.redis.pipeline();
    for (const hash of tokenHashes) pipeline.set(this.keyOf(hash), text, 'EX', MARK_SECONDS);
    const replies = await pipeline.exec();
    const failed = replies?.find(([error]) => error)?.[0];
    if (failed) throw failed;
  }

  private keyOf(tokenHash: string): string {
    return `${this.namespace}:session:${tokenHash}`;
  }
}
