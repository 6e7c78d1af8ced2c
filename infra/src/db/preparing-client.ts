import type { Socket } from 'node:net';
import pg from 'pg';
import { OTHER_SHAPE, sqlState } from './retry.js';

/** More than the statements of any service; the limit keeps generated texts from filling every connection. */
const KEPT = 300;

let round = 0;
const names = new Map<string, string>();

/** The same text has the same name on every connection; undefined when there are too many texts. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === KEPT) return known;
  const name = `s${round}_${names.size}`;
  names.set(text, name);
  return name;
}

/** After tables change, prepared statements get new names and therefore new plans. */
function forgetPlans(error: unknown): void {
  if (sqlState(error) !== OTHER_SHAPE) return;
  round += 1;
  names.clear();
}

/** The configuration that a pool gives to each connection. */
export interface WatchedClientConfig extends pg.ClientConfig {
  /** Milliseconds until a server that does not answer counts as gone; 0 is no limit. */
  readonly answersWithinMs?: number;
  /** False when each transaction may meet another session of the server. */
  readonly namesStatements?: boolean;
}

/** The connections of a pool, by the configuration that they share. */
const pools = new WeakMap<object, Set<PreparingClient>>();

/** The server was asked and does not answer; a network that drops packets reports no error. */
class SilentDatabase extends Error {
  override readonly name = 'SilentDatabase';
  readonly code = 'ETIMEDOUT';
}

/**
 * Prepares each text with parameters once per connection, because planning takes PostgreSQL longer than running most of
 * them. It applies only to the promise form that TypeORM and `Database` use; other calls pass unchanged.
 *
 * A connection whose server does not answer in time is closed, together with those of its pool that have been silent as
 * long; the next statement gets a new one. The server's own `statement_timeout` ends slow statements earlier, but does
 * not help when its answer never arrives.
 */
export class PreparingClient extends pg.Client {
  /** Milliseconds until a server that does not answer counts as gone; 0 is no limit. */
  answersWithinMs: number;
  readonly usualAnswersWithinMs: number;
  private readonly pool: Set<PreparingClient>;
  private readonly namesStatements: boolean;
  private heardAt = performance.now();
  private askedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private lostBy: Error | undefined;

  constructor(config: WatchedClientConfig) {
    super(config);
    this.usualAnswersWithinMs = config.answersWithinMs ?? 0;
    this.answersWithinMs = this.usualAnswersWithinMs;
    this.namesStatements = config.namesStatements ?? true;
    this.pool = pools.get(config) ?? new Set();
    pools.set(config, this.pool.add(this));
    this.on('drain', () => this.heard());
    // Between two statements of a transaction no other listener handles errors, and losing the server would end the
    // process. `lost` returns the reason.
    this.on('error', (error) => (this.lostBy ??= error));
    this.once('end', () => {
      this.heard();
      this.pool.delete(this);
    });
  }

  // @ts-expect-error pg has six forms of query: the one that is changed here has this shape
  override query(text: unknown, values?: unknown, callback?: unknown): unknown {
    // COPY and similar streams take as long as their file
    if (!isSubmittable(text)) this.ask();
    const send = super.query.bind(this) as (...of: unknown[]) => unknown;
    if (!this.namesStatements) return send(withoutName(text), values, callback);
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || callback !== undefined)
      return send(text, values, callback);
    const name = nameOf(text);
    if (name === undefined) return send(text, values);
    return (send({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      forgetPlans(error);
      throw error;
    });
  }

  /** Why the connection was lost; undefined while it is open. */
  get lost(): Error | undefined {
    return this.lostBy;
  }

  /** Ends this connection, so that the pool opens a new one. */
  leave(): void {
    this.end().catch(() => undefined);
  }

  private ask(): void {
    if (this.answersWithinMs <= 0 || this.timer) return;
    this.askedAt = performance.now();
    this.timer = setTimeout(() => {
      // an answer that waits in the socket because this process was busy is read first
      setImmediate(() => setImmediate(() => this.timer && this.giveUp()));
    }, this.answersWithinMs);
  }

  private heard(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.heardAt = performance.now();
  }

  private giveUp(): void {
    for (const other of this.pool) {
      if (other !== this && !other.timer && other.heardAt < this.askedAt) other.drop();
    }
    this.drop();
  }

  private drop(): void {
    streamOf(this).destroy(new SilentDatabase('PostgreSQL does not answer'));
  }
}

/** pg takes statements as text, or as an object that may have a name. */
const withoutName = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && 'name' in query && !isSubmittable(query)
    ? { ...query, name: undefined }
    : query;

const isSubmittable = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'submit' in query && typeof query.submit === 'function';

/** pg has the socket in a field that its types omit. */
const streamOf = (client: PreparingClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
