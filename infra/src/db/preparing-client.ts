import type { Socket } from 'node:net';
import pg from 'pg';
import { OTHER_SHAPE, sqlState } from './retry.js';
import { quoteText } from './roles.js';
import {
  BEGIN,
  COMMIT,
  SET_COUNTY,
  StatementOfTransaction,
  type Together,
  type Wire,
} from './statement-of-transaction.js';

/**
 * The maximum number of prepared statements of a connection. No service has that many statements of its own; the limit
 * is for generated SQL, which could differ at each call.
 */
const KEPT = 300;

let round = 0;
const names = new Map<string, string>();

/**
 * The name of the prepared statement with this text, which is the same on every connection; undefined for a new text
 * when `KEPT` texts have names already.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === KEPT) return known;
  const name = `s${round}_${names.size}`;
  names.set(text, name);
  return name;
}

/** Gives prepared statements new names, and therefore new plans, after tables change. */
function forgetPlans(error: unknown): void {
  if (sqlState(error) !== OTHER_SHAPE) return;
  round += 1;
  names.clear();
}

/** The configuration that a pool gives to each connection. */
export interface WatchedClientConfig extends pg.ClientConfig {
  /** Milliseconds until a server that does not answer counts as gone; 0 means no limit. */
  readonly answersWithinMs?: number;
  /** False when each transaction may run in a different session of the server, so that statements must stay unnamed. */
  readonly namesStatements?: boolean;
  /** Returns the password when the server asks for one. The password in the database URL is then ignored. */
  readonly passwordNow?: () => Promise<string>;
}

/** The connections of each pool. The key is the configuration that they share. */
const pools = new WeakMap<object, Set<PreparingClient>>();

/**
 * The server was sent a statement but does not answer in time. This is the only error when a network drops packets.
 */
class SilentDatabase extends Error {
  override readonly name = 'SilentDatabase';
  readonly code = 'ETIMEDOUT';
}

/**
 * Prepares each statement with parameters once per connection, because PostgreSQL takes longer to plan most statements
 * than to run them. Only the promise form of `query`, which TypeORM and `Database` use, is prepared; other calls pass
 * unchanged.
 *
 * A connection is closed if its server does not answer a statement in time. The other connections of its pool are
 * closed too, if they have received nothing since that statement was sent. The next statement gets a new connection.
 * The server's own `statement_timeout` ends slow statements earlier, but does not help when an answer never arrives.
 *
 * BEGIN goes in the same message as the first statement of a transaction, and COMMIT may go in the same message as the
 * last one (infra/DESIGN.md#transactions).
 */
export class PreparingClient extends pg.Client {
  /** Milliseconds until a server that does not answer counts as gone; 0 means no limit. */
  answersWithinMs: number;
  readonly usualAnswersWithinMs: number;
  private readonly pool: Set<PreparingClient>;
  private readonly namesStatements: boolean;
  private heardAt = performance.now();
  private askedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private lostBy: Error | undefined;
  /** The county of a transaction that begins with the next statement; '' for no county. */
  private county: string | undefined;
  private commits = false;

  constructor(config: WatchedClientConfig) {
    super(config);
    this.usualAnswersWithinMs = config.answersWithinMs ?? 0;
    this.answersWithinMs = this.usualAnswersWithinMs;
    this.namesStatements = config.namesStatements ?? true;
    // otherwise the driver would use the password in the database URL, even an empty one
    if (config.passwordNow) Object.assign(this, { password: config.passwordNow });
    this.pool = pools.get(config) ?? new Set();
    pools.set(config, this.pool.add(this));
    // In a saturated pool, a connection gets its next statement before pg emits 'drain'. So every answer must stop the
    // timer, not only the answer after which the connection is idle.
    wireOf(this).on('readyForQuery', () => this.answered());
    // the driver itself may refuse a statement; then the server sends no answer
    this.on('drain', () => this.heard());
    // Without this listener, the loss of the server would end the process, because nobody else handles errors between
    // two statements of a transaction. `lost` returns the reason.
    this.on('error', (error) => (this.lostBy ??= error));
    this.once('end', () => {
      this.heard();
      this.pool.delete(this);
    });
  }

  // @ts-expect-error pg has six forms of query: the one that is changed here has this shape
  override query(text: unknown, values?: unknown, callback?: unknown): unknown {
    const { county } = this;
    if (county !== undefined && !this.fits(text, values, callback))
      return this.beginBefore(text, values, callback);
    // COPY and similar streams have no time limit, because they take as long as their file
    if (!isSubmittable(text) && !isStreaming(this)) this.ask();
    const together = this.takeTogether();
    const send = super.query.bind(this) as (...of: unknown[]) => unknown;
    if (!this.namesStatements) return send(withoutName(text), values, callback);
    if (!isWithValues(text, values, callback)) return send(text, values, callback);
    const name = nameOf(text);
    const config = { ...(name !== undefined && { name }), text, values: values as unknown[] };
    if (together.county === undefined && !together.commits && name === undefined) return send(text, values);
    return this.answerOf(config, together, send).catch((error: unknown) => {
      forgetPlans(error);
      throw error;
    });
  }

  /** Begins a transaction together with the next statement. @param county '' for none */
  beginWithNext(county: string): void {
    this.county = county;
  }

  /**
   * Cancels `beginWithNext`.
   * @returns true if no statement was sent after `beginWithNext`
   */
  takeBackBegin(): boolean {
    return this.takeTogether().county !== undefined;
  }

  /**
   * Sends COMMIT in the same message as the next statement, which must have parameters.
   * @returns false if this connection has not committed before; then COMMIT must be sent by itself
   */
  commitWithNext(): boolean {
    this.commits = this.hasPrepared(COMMIT.name);
    return this.commits;
  }

  commit(): Promise<pg.QueryResult> {
    return this.query(COMMIT) as Promise<pg.QueryResult>;
  }

  private takeTogether(): Together {
    const { county, commits } = this;
    this.county = undefined;
    this.commits = false;
    return { county, commits };
  }

  /** True if BEGIN can share the message of this statement. */
  private fits(text: unknown, values: unknown, callback: unknown): boolean {
    return (
      isWithValues(text, values, callback) &&
      this.hasPrepared(BEGIN.name) &&
      this.hasPrepared(SET_COUNTY.name)
    );
  }

  /**
   * Sends BEGIN in a separate message before the statement. This is necessary if the statement has no parameters, and
   * in the first transaction of a connection.
   */
  private beginBefore(text: unknown, values: unknown, callback: unknown): unknown {
    const { county = '', commits } = this.takeTogether();
    const next = (): unknown => {
      this.commits = commits;
      return this.query(text, values, callback);
    };
    if (isSubmittable(text) || callback !== undefined) {
      // BEGIN and the setting of the county go in one message, so the county cannot be a parameter
      const begun = this.query(
        `${BEGIN.text}; SELECT set_config('app.county_id', ${quoteText(county)}, true)`,
      );
      (begun as Promise<unknown>).catch(() => undefined);
      return next();
    }
    const begun = this.query(BEGIN) as Promise<unknown>;
    return begun.then(() => this.query({ ...SET_COUNTY, values: [county] })).then(next);
  }

  private answerOf(
    config: pg.QueryConfig,
    together: Together,
    send: (...of: unknown[]) => unknown,
  ): Promise<unknown> {
    if (together.county === undefined && !together.commits) return send(config) as Promise<unknown>;
    return new Promise((resolve, reject) => {
      send(
        new StatementOfTransaction(config, together, (error, result) =>
          error ? reject(error) : resolve(result),
        ),
      );
    });
  }

  private hasPrepared(name: string): boolean {
    return wireOf(this).parsedStatements[name] !== undefined;
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
    if (this.answersWithinMs <= 0 || this.timer || this.lostBy) return;
    this.askedAt = performance.now();
    const timer = setTimeout(() => {
      // if this process was busy, the answer may already wait in the socket, so the event loop gets two rounds to read
      // it; `heard` then clears `this.timer`
      setImmediate(() => setImmediate(() => this.timer === timer && this.giveUp()));
    }, this.answersWithinMs);
    this.timer = timer;
  }

  private heard(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.heardAt = performance.now();
  }

  /** Runs before the driver sends the next statement of its queue. */
  private answered(): void {
    this.heard();
    if (nextOf(this) instanceof pg.Query) this.ask();
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

const isWithValues = (text: unknown, values: unknown, callback: unknown): text is string =>
  typeof text === 'string' && Array.isArray(values) && values.length > 0 && callback === undefined;

interface OpenWire extends Wire {
  readonly stream: Socket;
  on(event: 'readyForQuery', listener: () => void): void;
}

/** pg has the connection in a field that its types omit. */
const wireOf = (client: PreparingClient): OpenWire =>
  (client as unknown as { connection: OpenWire }).connection;
interface Queue {
  readonly _activeQuery: object | null | undefined;
  readonly _queryQueue: readonly unknown[];
}

/** The statement, or the stream of a COPY, that waits for the answer of the previous one. */
const nextOf = (client: PreparingClient): unknown => (client as unknown as Queue)._queryQueue[0];
/** True while the stream of a COPY runs. The statements behind the stream get a timer when their turn comes. */
const isStreaming = (client: PreparingClient): boolean => {
  const { _activeQuery: active } = client as unknown as Queue;
  return Boolean(active) && !(active instanceof pg.Query);
};
const streamOf = (client: PreparingClient): Socket => wireOf(client).stream;
