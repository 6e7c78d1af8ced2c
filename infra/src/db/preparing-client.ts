import type { Socket } from 'node:net';
import pg from 'pg';
import { OTHER_SHAPE, sqlState } from './retry.js';

/** Statements of a service are far fewer; texts that are put together at run time must not fill every connection. */
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

/** After a change of the tables, prepared statements get new names, and so new plans. */
function forgetPlans(error: unknown): void {
  if (sqlState(error) !== OTHER_SHAPE) return;
  round += 1;
  names.clear();
}

/** What a pool gives each of its connections. */
export interface WatchedClientConfig extends pg.ClientConfig {
  /** Milliseconds until a server that was asked counts as gone; 0 waits without end. */
  readonly answersWithinMs?: number;
}

/** The connections of a pool, by the configuration that they share. */
const pools = new WeakMap<object, Set<PreparingClient>>();

/** The server was asked and says nothing: a network that swallows packets tells nobody. */
class SilentDatabase extends Error {
  override readonly name = 'SilentDatabase';
  readonly code = 'ETIMEDOUT';
}

/**
 * Prepares each text with parameters once a connection: planning takes PostgreSQL longer than running most of them.
 * Only for the promise form that TypeORM and `Database` use; other calls pass as they are.
 *
 * A connection whose server does not answer in time is closed, and with it those of its pool that have been silent for
 * as long: what is asked next gets a new one. The server's own `statement_timeout` ends slow statements before; it
 * cannot help when its answer never arrives.
 */
export class PreparingClient extends pg.Client {
  /** Milliseconds until a server that was asked counts as gone; 0 waits without end. */
  answersWithinMs: number;
  readonly usualAnswersWithinMs: number;
  private readonly pool: Set<PreparingClient>;
  private heardAt = performance.now();
  private askedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;

  constructor(config: WatchedClientConfig) {
    super(config);
    this.usualAnswersWithinMs = config.answersWithinMs ?? 0;
    this.answersWithinMs = this.usualAnswersWithinMs;
    this.pool = pools.get(config) ?? new Set();
    pools.set(config, this.pool.add(this));
    this.on('drain', () => this.heard());
    // Between two statements of a transaction nobody else listens, and a server that goes then would end the process.
    // The next statement fails and says so.
    this.on('error', () => undefined);
    this.once('end', () => {
      this.heard();
      this.pool.delete(this);
    });
  }

  // @ts-expect-error pg has six forms of query: the one that is changed here has this shape
  override query(text: unknown, values?: unknown, callback?: unknown): unknown {
    // COPY and its like take as long as their file
    if (!isSubmittable(text)) this.ask();
    const send = super.query.bind(this) as (...of: unknown[]) => unknown;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || callback !== undefined)
      return send(text, values, callback);
    const name = nameOf(text);
    if (name === undefined) return send(text, values);
    return (send({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      forgetPlans(error);
      throw error;
    });
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

const isSubmittable = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'submit' in query && typeof query.submit === 'function';

/** pg has the socket in a field that its types leave out. */
const streamOf = (client: PreparingClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
