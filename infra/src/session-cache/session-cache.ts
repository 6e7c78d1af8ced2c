import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { session, type Session } from '@portal/proto/rpc/identity';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import type { ProcessKeys } from '../config/index.js';
import { cacheReads } from '../metrics/registry.js';
import { vouch } from '../rpc/index.js';
import { openConnection, watchConnection, whenReady } from '../redis/index.js';
import { hasMark, newMarkedToken } from './token.js';

const LONGEST_SECONDS = 60;
const MARK_SECONDS = 5;
/**
 * `keep` writes a session only if it was read at most this many milliseconds ago, which is less than a marker lasts.
 */
const LONGEST_READ_MS = 4_000;
const PROBE_MS = 1_000;
const ENDED = 'ended';
const CHANGED = 'changed';
/**
 * The longest age of a record: its lifetime plus the possible difference between clocks. An older record is ignored, so
 * that nobody can put an old record back.
 */
const BELIEVED_MS = (LONGEST_SECONDS + 30) * 1_000;

/**
 * Maximum number of records that this process remembers after it has checked their proof. While Redis returns the same
 * text for a session, the record is not checked and parsed again.
 */
const mostProved = 2_000;

const PROOF_BYTES = 32;
const proofOf = (key: KeyObject, tokenHash: string, said: string): Buffer =>
  createHmac('sha256', key).update(`${tokenHash}\n${said}`).digest();

/**
 * The record of a session. In Redis, the value is `<proof>\n<record as JSON>`, with the proof of the identity service.
 */
const record = z.object({ writtenAt: z.number(), session });
type SessionRecord = z.output<typeof record>;

/**
 * Sessions in Redis by the hash of their token. The identity service writes the records. The gateway reads them before
 * it asks the identity service, and trusts only a record with that service's proof for this token. When a session ends
 * or changes, a marker replaces its record for 5 s. Because `keep` writes only where no value exists, and only within
 * 4 s after the session was read, the marker stops a slow reader from putting the old record back.
 */
export class SessionCache {
  private readonly proved = new Map<string, { readonly text: string; readonly record: SessionRecord }>();
  private readonly redis: Redis;
  private readonly stopWatching: () => void;

  constructor(
    redisUrl: string,
    private readonly namespace: string,
    private readonly keys: ProcessKeys,
  ) {
    this.redis = openConnection(redisUrl);
    this.stopWatching = watchConnection(this.redis, PROBE_MS, () => this.redis.ping());
  }

  /** Settles when Redis answers, or after 2 s. */
  ready(): Promise<void> {
    return whenReady(this.redis);
  }

  /**
   * @param tokenHash SHA-256 of the token, base64url
   * @returns null for a session that has just ended, undefined when the identity service must be asked
   * @throws when Redis does not answer
   */
  async find(tokenHash: string, now: Date): Promise<Session | null | undefined> {
    const text = await this.redis.get(this.keyOf(tokenHash));
    const isThere = text !== null && text !== CHANGED;
    cacheReads.inc({ cache: 'sessions', outcome: isThere ? 'hit' : 'miss' });
    if (!isThere) return undefined;
    if (text === ENDED) return null;
    const found = this.believed(tokenHash, text);
    return found && new Date(found.expiresAt) > now ? found : undefined;
  }

  /**
   * Returns the session with a voucher for its actor. Other services require this voucher of the identity service.
   * @throws Error in every process except a process of the identity service
   */
  vouchFor(value: Session): Session {
    return { ...value, actor: vouch(this.keys, value.actor) };
  }

  /**
   * A token for a new session, with a mark that only the identity service and the gateway can compute.
   * @throws Error in every other process
   */
  newToken(): string {
    const [key] = this.markKeys();
    return newMarkedToken(key);
  }

  /** True if the identity service has issued this token for a session, which may have ended. Reads nothing. */
  isIssued(token: string): boolean {
    return hasMark(token, this.markKeys());
  }

  /**
   * Writes a record. Writes nothing if a record exists, if the session has just ended or changed, or if the session was
   * read too long ago.
   * @param seconds at most 60
   * @param readAt when the reading of the session from the database began, as `performance.now()` gives it
   */
  async keep(tokenHash: string, value: Session, seconds: number, readAt: number): Promise<void> {
    const ttl = Math.floor(Math.min(LONGEST_SECONDS, seconds));
    if (ttl < 1 || performance.now() - readAt > LONGEST_READ_MS) return;
    const said = JSON.stringify({ writtenAt: Date.now(), session: value });
    const [key] = this.proofKeys();
    const text = `${proofOf(key, tokenHash, said).toString('base64url')}\n${said}`;
    await this.redis.set(this.keyOf(tokenHash), text, 'EX', ttl, 'NX');
  }

  /** From now on, requests of these sessions ask the identity service. */
  markChanged(tokenHashes: readonly string[]): Promise<void> {
    return this.mark(tokenHashes, CHANGED);
  }

  /** From now on, requests of these sessions fail at once. */
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

  private believed(tokenHash: string, text: string): Session | undefined {
    const known = this.proved.get(tokenHash);
    const read = known?.text === text ? known.record : this.prove(tokenHash, text);
    return read && Math.abs(Date.now() - read.writtenAt) < BELIEVED_MS ? read.session : undefined;
  }

  private prove(tokenHash: string, text: string): SessionRecord | undefined {
    const end = text.indexOf('\n');
    const said = text.slice(end + 1);
    const given = Buffer.from(text.slice(0, Math.max(end, 0)), 'base64url');
    const isProofWith = (key: KeyObject): boolean => timingSafeEqual(given, proofOf(key, tokenHash, said));
    if (given.length !== PROOF_BYTES || !this.proofKeys().some(isProofWith)) return undefined;
    const { data } = z.safeParse(record, JSON.parse(said));
    if (!data) return undefined;
    if (this.proved.size >= mostProved) this.proved.clear();
    this.proved.set(tokenHash, { text, record: data });
    return data;
  }

  private proofKeys(): readonly [KeyObject, ...KeyObject[]] {
    return this.keys.between('identity', 'gateway', 'session record');
  }

  private markKeys(): readonly [KeyObject, ...KeyObject[]] {
    return this.keys.between('identity', 'gateway', 'session token');
  }

  private keyOf(tokenHash: string): string {
    return `${this.namespace}:session:${tokenHash}`;
  }
}
