import { Inject, Injectable } from '@nestjs/common';
import { Database, Standbys, type Tx } from '@portal/infra/db';
import { RpcFailure } from '@portal/infra/rpc';
import {
  countStatement,
  rowsStatement,
  visibleStatement,
  type BuiltStatement,
  type Hits,
  type Target,
} from './hit-statement.js';

/** The rows of the result, as JSON texts separated by commas, and the number of these rows. */
export interface ResultRows {
  readonly rows: string;
  readonly amount: number;
}

interface FoundHits extends ResultRows {
  /** The ordinals of the hits in order, separated by commas. */
  readonly ids: string;
}

/**
 * The maximum number of prepared statements. Searches use a few hundred different ones, and more would fill the memory
 * of the database's sessions.
 */
const mostPrepared = 500;
/**
 * A statement is prepared from its second use on: a form with twenty fields leads to many statements that never repeat.
 */
const preparedFrom = 2;
const mostSeen = 2_000;
const QUERY_CANCELED = '57014';
const limitSql = `SELECT set_config('statement_timeout', $1, true)`;

@Injectable()
export class SearchRepository {
  private readonly names = new Map<string, string>();
  private readonly seen = new Map<string, number>();

  /** Hits and rows are read from a standby if one qualifies; the visibility of records is read from the primary. */
  constructor(
    private readonly database: Database,
    @Inject(Standbys) private readonly standbys: Pick<Standbys, 'query'>,
  ) {}

  async search(statement: BuiltStatement): Promise<FoundHits> {
    const [found] = await this.run<FoundHits>(statement);
    if (!found) throw new Error('an aggregate without a row');
    return found;
  }

  async getRows(target: Target, ids: readonly string[]): Promise<ResultRows> {
    const [page] = await this.run<ResultRows>(rowsStatement(target, ids));
    return page ?? { rows: '', amount: 0 };
  }

  /** Returns those of `ids` whose records are not sealed, in the order of `ids`, separated by commas. */
  async listVisible(target: Target, ids: readonly string[]): Promise<string> {
    const [visible] = await this.run<{ ids: string }>(visibleStatement(target, ids), this.database);
    return visible?.ids ?? '';
  }

  /**
   * Counts the hits of several searches one after another. No count goes beyond the cap of a search. Stops at `until`
   * (in `performance.now()` time), and leaves out the remaining counts.
   */
  async countInTurn(
    county: string,
    target: Target,
    searches: readonly Hits[],
    until: number,
    tell: (nth: number, total: number) => void,
  ): Promise<void> {
    const allowedMs = Math.floor(until - performance.now());
    if (allowedMs < 1) return;
    const count = async (tx: Tx): Promise<void> => {
      for (const [nth, hits] of searches.entries()) {
        const leftMs = Math.floor(until - performance.now());
        if (leftMs < 1) return;
        // When less than half of the time is left, the next count gets a limit of its own: the remaining time. Before
        // that, the limit of the whole transaction is close enough.
        if (leftMs < allowedMs / 2) await tx.rows(limitSql, [String(leftMs)]);
        const { text, params } = countStatement(target, hits);
        tell(nth, (await tx.row<{ total: number }>(text, params))?.total ?? 0);
      }
    };
    try {
      await this.database.withCounty(county, count, { statementTimeoutMs: allowedMs });
    } catch (error) {
      if (!isCanceled(error) && !isWithoutConnection(error)) throw error;
    }
  }

  private async run<R extends object>(
    { text, params, plannedAnew }: BuiltStatement,
    database: Pick<Database, 'query'> = this.standbys,
  ): Promise<R[]> {
    const name = plannedAnew ? undefined : (this.names.get(text) ?? this.prepare(text));
    try {
      return await database.query<R>(text, params, { ...(name !== undefined && { name }) });
    } catch (error) {
      const code = isCanceled(error) ? 'SERVICE_TIMEOUT' : isWithoutConnection(error) && 'SERVICE_BUSY';
      throw code ? new RpcFailure('the search index', { ok: false, code }) : error;
    }
  }

  /**
   * Returns the name under which sessions prepare a repeated statement; undefined for a statement that is not prepared.
   * Prepared statements save time, because planning an ordinary search takes three times as long as running it.
   */
  private prepare(text: string): string | undefined {
    if (this.names.size >= mostPrepared) return undefined;
    const times = (this.seen.get(text) ?? 0) + 1;
    if (times < preparedFrom) {
      if (this.seen.size >= mostSeen) this.seen.clear();
      this.seen.set(text, times);
      return undefined;
    }
    this.seen.delete(text);
    const name = `search_${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}

/** Compares the message, because the pool's own error has no code. */
const isWithoutConnection = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

const isCanceled = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
