import type pg from 'pg';
import type { EntityTarget, ObjectLiteral, QueryRunner, Repository } from 'typeorm';
import { isTraced } from '../tracing/index.js';
import { PreparingClient } from './preparing-client.js';
import { inStatementSpan } from './spans.js';

/**
 * A running transaction of one county.
 *
 * Values have the types of PostgreSQL's driver: `bigint` and `numeric` are text, `date` is 'YYYY-MM-DD', `timestamptz`
 * is a Date, `jsonb` is parsed, `uuid` and `text` are text. Amounts stay text, because a number would lose cents. A
 * repository that needs arithmetic writes `BigInt(row.amount)`.
 *
 * Statements run one after the other, even under `Promise.all`. After the end of the transaction, a late statement
 * throws. Otherwise it would run on a connection that someone else uses by then (typeorm issue 9905).
 */
export interface Tx {
  /** '' in a worker's transaction, which has no county. */
  readonly countyId: string;
  rows<R extends object>(statement: string, params?: readonly unknown[]): Promise<R[]>;
  /**
   * The only row, or undefined.
   * @throws when there are more
   */
  row<R extends object>(statement: string, params?: readonly unknown[]): Promise<R | undefined>;
  /** Number of rows changed. */
  run(statement: string, params?: readonly unknown[]): Promise<number>;
  /**
   * Runs the last statement of the transaction's work. COMMIT is sent together with this statement, unless facts must
   * be written or other work must be done before the commit. A later statement throws.
   */
  last<R extends object>(statement: string, params: readonly unknown[]): Promise<R[]>;
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E>;
}

/** A `Tx` that its opener can end. */
export interface OpenTx extends Tx {
  /**
   * Commits or rolls back; queued statements that have not started are refused.
   * @throws when a statement failed before COMMIT and the caller ignored the failure; then nothing is committed
   */
  end(statement: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

interface Answer {
  readonly records?: unknown[];
  readonly affected?: number;
}

interface Committing {
  readonly before: Set<(tx: Tx) => Promise<void>>;
  readonly after: Set<(schema: string) => void>;
}

const committing = new WeakMap<Tx, Committing>();

/**
 * Calls `work` after the transaction's own work and before COMMIT. Calls it once, even if the same function is passed
 * several times.
 * @returns false for a transaction that `Database` has not opened; then `work` is never called
 */
export function beforeCommit(tx: Tx, work: (tx: Tx) => Promise<void>): boolean {
  const kept = committing.get(tx);
  kept?.before.add(work);
  return kept !== undefined;
}

/**
 * Calls `work` with the service's schema after this transaction has committed, and never after a rollback. Calls it
 * once, even if the same function is passed several times. `work` must not throw.
 */
export function afterCommit(tx: Tx, work: (schema: string) => void): void {
  committing.get(tx)?.after.add(work);
}

/**
 * Runs the work that was passed to `beforeCommit`, commits, then runs the work that was passed to `afterCommit`.
 * @param schema of the service
 */
export async function commit(tx: OpenTx, schema: string): Promise<void> {
  const { before = new Set<(tx: Tx) => Promise<void>>(), after = [] } = committing.get(tx) ?? {};
  for (const work of before) {
    // work is removed from the set before it runs, because `last` sends COMMIT with its statement only if the set is
    // empty
    before.delete(work);
    await work(tx);
  }
  await tx.end('COMMIT');
  for (const work of after) work(schema);
}

/**
 * Returns a `Tx` for the transaction that `runner` has begun. Statements that are started at the same time are sent to
 * the runner's connection one after another.
 */
export function openTx(runner: QueryRunner, countyId: string): OpenTx {
  const query = runner.query.bind(runner);
  let last: Promise<unknown> = Promise.resolve();
  let ended = false;
  /** The outcome of the statement that was sent in one message with COMMIT. */
  let lastOutcome: 'COMMITTED' | 'FAILED' | undefined;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  const refuseLate = (): void => {
    if (ended) throw new Error('this transaction has ended: a statement was not awaited');
  };
  const send = async (statement: string, params?: unknown[], structured?: boolean) => {
    refuseLate();
    const run = () => (structured ? query(statement, params, true) : query(statement, params));
    return isTraced() ? inStatementSpan(undefined, statement, run) : run();
  };
  // repositories call the runner's own method, so that method must queue too
  runner.query = (statement: string, params?: unknown[], structured?: boolean) =>
    inTurn(() => send(statement, params, structured));
  const ask = (statement: string, params?: readonly unknown[]): Promise<Answer> =>
    runner.query(statement, params && [...params], true);
  const askLast = (statement: string, params: readonly unknown[]): Promise<Answer> =>
    inTurn(async () => {
      const client = params.length > 0 ? await clientOf(runner) : undefined;
      // `refuseLate` comes before `commitWithNext`, because a late statement would otherwise make the connection send
      // COMMIT with the first statement of its next transaction
      refuseLate();
      if (!client?.commitWithNext()) return send(statement, [...params], true);
      lastOutcome = 'FAILED';
      const answer: Answer = await send(statement, [...params], true).finally(() => (ended = true));
      lastOutcome = 'COMMITTED';
      return answer;
    });
  const tx: OpenTx = {
    countyId,
    rows: async <R extends object>(statement: string, params?: readonly unknown[]) =>
      ((await ask(statement, params)).records ?? []) as R[],
    row: async <R extends object>(statement: string, params?: readonly unknown[]) => {
      const rows = ((await ask(statement, params)).records ?? []) as R[];
      if (rows.length > 1) throw new Error(`one row expected, ${rows.length} found`);
      return rows[0];
    },
    run: async (statement, params) => (await ask(statement, params)).affected ?? 0,
    last: async <R extends object>(statement: string, params: readonly unknown[]) => {
      const mayCommit = committing.get(tx)?.before.size === 0;
      return ((await (mayCommit ? askLast : ask)(statement, params)).records ?? []) as R[];
    },
    repository: (entity) => runner.manager.getRepository(entity),
    end: (statement) => {
      ended = true;
      return inTurn(async () => {
        if (lastOutcome === 'COMMITTED') return;
        // PostgreSQL answers a second COMMIT with success even when the first one failed
        if (lastOutcome === 'FAILED' && statement === 'COMMIT') throw nothingCommitted();
        await endWith(runner, statement);
      });
    },
  };
  committing.set(tx, { before: new Set(), after: new Set() });
  return tx;
}

async function endWith(runner: QueryRunner, statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  const client: pg.ClientBase = await runner.connect();
  const preparing = client instanceof PreparingClient ? client : undefined;
  if (preparing?.takeBackBegin()) return;
  const committing = statement === 'COMMIT' ? preparing?.commit() : undefined;
  const { command } = await (committing ?? client.query(statement));
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, not with an error
  if (command !== statement) throw nothingCommitted();
}

const nothingCommitted = (): Error =>
  new Error('a statement of this transaction failed: nothing was committed');

async function clientOf(runner: QueryRunner): Promise<PreparingClient | undefined> {
  const client: unknown = await runner.connect();
  return client instanceof PreparingClient ? client : undefined;
}
