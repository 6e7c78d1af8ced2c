import type pg from 'pg';
import type { EntityTarget, ObjectLiteral, QueryRunner, Repository } from 'typeorm';

/**
 * A running transaction of one county.
 *
 * Values come as PostgreSQL's driver gives them: `bigint` and `numeric` as text (a repository that needs arithmetic
 * writes `BigInt(row.amount)`; nothing is parsed globally, because a number would lose cents), `date` as
 * 'YYYY-MM-DD', `timestamptz` as Date, `jsonb` parsed, `uuid` and `text` as text.
 *
 * Statements run one after the other, also under `Promise.all`; after the end of the transaction a late statement
 * throws instead of running on a connection that belongs to somebody else by then (typeorm issue 9905).
 */
export interface Tx {
  /** '' in a worker's transaction, which belongs to no county. */
  readonly countyId: string;
  rows<R extends object>(statement: string, params?: readonly unknown[]): Promise<R[]>;
  /** The only row or none. @throws when there are more */
  row<R extends object>(statement: string, params?: readonly unknown[]): Promise<R | undefined>;
  /** Number of rows changed. */
  run(statement: string, params?: readonly unknown[]): Promise<number>;
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E>;
}

/** A `Tx` and how to end it. */
export interface OpenTx extends Tx {
  /**
   * Runs the last statement; queued statements that have not begun are refused.
   * @throws when a statement failed before COMMIT and the caller went on: nothing is committed then
   */
  end(statement: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

interface Answer {
  readonly records?: unknown[];
  readonly affected?: number;
}

interface Committing {
  readonly schema: string;
  readonly work: Set<(schema: string) => void>;
}

const committing = new WeakMap<Tx, Committing>();

/**
 * Once this transaction is committed `work` is called with the service's schema, once however often it is given; after
 * a rollback it is not. It must not throw.
 */
export function afterCommit(tx: Tx, work: (schema: string) => void): void {
  committing.get(tx)?.work.add(work);
}

/** Begins to keep what `afterCommit` gives. @returns what runs it */
export function keepForCommit(tx: Tx, schema: string): () => void {
  const kept: Committing = { schema, work: new Set() };
  committing.set(tx, kept);
  return () => kept.work.forEach((work) => work(schema));
}

/** Puts the runner's statements in a row and makes it the connection of a `Tx`; the caller has begun a transaction. */
export function openTx(runner: QueryRunner, countyId: string): OpenTx {
  const query = runner.query.bind(runner);
  let last: Promise<unknown> = Promise.resolve();
  let ended = false;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  // repositories reach the database through the runner's own method
  runner.query = (statement: string, params?: unknown[], structured?: boolean) =>
    inTurn(async () => {
      if (ended) throw new Error('this transaction has ended: a statement was not awaited');
      return structured ? query(statement, params, true) : query(statement, params);
    });
  const ask = (statement: string, params?: readonly unknown[]): Promise<Answer> =>
    runner.query(statement, params && [...params], true);
  return {
    countyId,
    rows: async <R extends object>(statement: string, params?: readonly unknown[]) =>
      ((await ask(statement, params)).records ?? []) as R[],
    row: async <R extends object>(statement: string, params?: readonly unknown[]) => {
      const rows = ((await ask(statement, params)).records ?? []) as R[];
      if (rows.length > 1) throw new Error(`one row expected, ${rows.length} found`);
      return rows[0];
    },
    run: async (statement, params) => (await ask(statement, params)).affected ?? 0,
    repository: (entity) => runner.manager.getRepository(entity),
    end: (statement) => {
      ended = true;
      return inTurn(async () => {
        const client: pg.ClientBase = await runner.connect();
        const { command } = await client.query(statement);
        // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, not with an error
        if (command !== statement)
          throw new Error('a statement of this transaction failed: nothing was committed');
      });
    },
  };
}
