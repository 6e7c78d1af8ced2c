import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, QueryRunnerAlreadyReleasedError, type QueryRunner } from 'typeorm';
import type pg from 'pg';
import { callContext, openLog } from '../log/index.js';
import { isTraced } from '../tracing/index.js';
import {
  acceptedPassword,
  answerLimit,
  columnTypes,
  limits,
  readPooler,
  sessionOptions,
  urlFor,
  type RoleConnection,
} from './connection.js';
import { PreparingClient } from './preparing-client.js';
import { retrying, sqlState } from './retry.js';
import { quoteText, rolesOf } from './roles.js';
import { inStatementSpan, inTransactionSpan } from './spans.js';
import { commit, openTx, type Tx } from './tx.js';
import { typeormLog } from './typeorm-log.js';

const log = openLog('db');

const READ_ONLY = '25006';

export interface DatabaseOptions {
  readonly service: string;
  readonly entities: readonly Function[];
  /** The URL of server and database. */
  readonly url: string;
  readonly secret: string;
  /** A second secret while the first is being replaced: the role's password derives from one of the two. */
  readonly otherSecret?: string;
  /** Maximum number of connections for the service's role. A worker role has the same number of its own. */
  readonly poolSize?: number;
  /** Default 5 s. */
  readonly statementTimeoutMs?: number;
  /** How long a call waits for a free connection; default 5 s. */
  readonly poolWaitMs?: number;
}

export interface TransactionOptions {
  readonly isolation?: 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';
  readonly statementTimeoutMs?: number;
}

/** The database of one service, as the service's own role (S7). */
export class Database {
  private workers: Promise<DataSource> | undefined;
  private readonly running = new Set<Promise<unknown>>();

  /** Called only by `Database.open`, which connects first and checks the role. */
  constructor(
    private readonly options: DatabaseOptions,
    private readonly source: DataSource,
  ) {}

  /** @throws when the role is a superuser, may bypass row level security, or owns a table */
  static async open(options: DatabaseOptions): Promise<Database> {
    return new Database(options, await connect(options, rolesOf(options.service).app));
  }

  get service(): string {
    return this.options.service;
  }

  /** PostgreSQL schema of the service. */
  get schema(): string {
    return rolesOf(this.options.service).schema;
  }

  /**
   * Runs one transaction of one county. The work may run again from its start, up to three more times (`retrying`), so
   * it must not have effects outside the database. In an account view, PostgreSQL refuses all writes of
   * commands whose contract has `inView: 'READS'`. Do not open a second transaction inside the work: it needs a second
   * connection and can deadlock with the first transaction.
   */
  withCounty<T>(countyId: string, work: (tx: Tx) => Promise<T>, o: TransactionOptions = {}): Promise<T> {
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(countyId)) throw new Error('withCounty needs the id of a county');
    const running = (): Promise<T> => retrying(() => transact(this.source, countyId, work, o));
    return this.follow(isTraced() ? inTransactionSpan(this.schema, running) : running());
  }

  /**
   * Runs a statement without transaction and county, only for tables without row level security.
   * @param o.name makes the statement a prepared statement of that name
   */
  async query<R extends object>(
    statement: string,
    params: readonly unknown[] = [],
    o: { name?: string } = {},
  ): Promise<R[]> {
    const ask = (): Promise<pg.QueryResult<R>> =>
      poolOf(this.source).query<R>({ text: statement, values: [...params], ...o });
    const answer = await (isTraced() ? inStatementSpan(this.schema, statement, ask) : ask());
    return answer.rows;
  }

  /** Runs a transaction across counties as the worker role, which sees only the outbox and tables of due work. */
  async asWorker<T>(work: (tx: Tx) => Promise<T>, o: TransactionOptions = {}): Promise<T> {
    this.workers ??= connect(this.options, rolesOf(this.options.service).worker).catch((error: unknown) => {
      this.workers = undefined;
      throw error;
    });
    const source = await this.workers;
    return this.follow(retrying(() => transact(source, '', work, o)));
  }

  /** Number of calls that wait for a connection, for the metrics. */
  get waiting(): number {
    return poolOf(this.source).waitingCount;
  }

  /** Connections of the service's role: those in use, the maximum, and calls that wait for one. */
  get poolSigns(): { inUse: number; most: number; waiting: number } {
    const { totalCount, idleCount, waitingCount, options } = poolOf(this.source);
    return { inUse: totalCount - idleCount, most: options.max, waiting: waitingCount };
  }

  /** Closes all connections. Lets running transactions finish first, at most for the time limit of a statement. */
  async close(): Promise<void> {
    // without this wait, TypeORM would take the connections away from running transactions
    await Promise.race([
      Promise.allSettled([...this.running]),
      sleep(limits.statement, undefined, { ref: false }),
    ]);
    if (this.source.isInitialized) await this.source.destroy();
    const workers = await this.workers?.catch(() => undefined);
    if (workers?.isInitialized) await workers.destroy();
  }

  /** Nest calls this after the service has drained. */
  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  private async follow<T>(transaction: Promise<T>): Promise<T> {
    this.running.add(transaction);
    try {
      return await transaction;
    } finally {
      this.running.delete(transaction);
    }
  }
}

async function connect(options: DatabaseOptions, role: string): Promise<DataSource> {
  const { schema } = rolesOf(options.service);
  const { url, isPooled } = readPooler(options.url);
  const connection: RoleConnection = { url, secret: options.secret, role, schema };
  const { otherSecret } = options;
  const source = new DataSource({
    type: 'postgres',
    url: urlFor(connection),
    schema,
    entities: [...options.entities],
    synchronize: false,
    logger: typeormLog(log),
    installExtensions: false,
    applicationName: role,
    poolSize: options.poolSize ?? 10,
    poolErrorHandler: (error: unknown) =>
      log.warn({ err: error, service: options.service }, 'a connection was lost'),
    extra: {
      Client: PreparingClient,
      connectionTimeoutMillis: options.poolWaitMs ?? limits.statement,
      ...(!isPooled && { options: sessionOptions(schema, options.statementTimeoutMs ?? limits.statement) }),
      namesStatements: !isPooled,
      ...(otherSecret !== undefined && {
        passwordNow: () => acceptedPassword(connection, { ...connection, secret: otherSecret }),
      }),
      types: columnTypes,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      answersWithinMs: answerLimit(options.statementTimeoutMs ?? limits.statement),
    },
  });
  await source.initialize();
  try {
    await refusePower(source, role);
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return source;
}

/** Refuses a role with too many rights: row level security does not bind superusers and owners (S7). */
async function refusePower(source: DataSource, role: string): Promise<void> {
  const { rows } = await poolOf(source).query<{
    rolsuper: boolean;
    rolbypassrls: boolean;
    owned: string | null;
  }>(
    `SELECT rolsuper, rolbypassrls,
            (SELECT min(c.oid::regclass::text) FROM pg_class c
              WHERE c.relkind IN ('r', 'p') AND NOT rolsuper AND pg_has_role(r.oid, c.relowner, 'MEMBER')) AS owned
       FROM pg_roles r WHERE rolname = current_user`,
  );
  const [found] = rows;
  const reason =
    (!found && 'it does not exist') ||
    (found?.rolsuper && 'it is a superuser') ||
    (found?.rolbypassrls && 'it bypasses row level security') ||
    (found?.owned && `it owns ${found.owned}`);
  if (reason) throw new Error(`the role ${role} must not serve: ${reason}`);
}

async function transact<T>(
  source: DataSource,
  countyId: string,
  work: (tx: Tx) => Promise<T>,
  o: TransactionOptions,
): Promise<T> {
  const runner = source.createQueryRunner();
  const onlyReads = callContext.current()?.onlyReads === true;
  let client: PreparingClient | undefined;
  try {
    client = await clientOf(runner);
    if (o.statementTimeoutMs !== undefined) client.answersWithinMs = answerLimit(o.statementTimeoutMs);
    const tx = openTx(runner, countyId);
    try {
      await begin(client, tx, o, onlyReads);
      const result = await work(tx);
      await commit(tx, source.driver.schema ?? '');
      return result;
    } catch (error) {
      // a failed ROLLBACK does no harm, because a lost connection has rolled back by itself; the first error is thrown
      await tx.end('ROLLBACK').catch(() => undefined);
      // this server has become a standby; a new connection to the address may reach the new primary
      if (sqlState(error) === READ_ONLY && !onlyReads) client.leave();
      // TypeORM's error says only that its runner was released, so the reason of the lost connection is thrown instead
      throw error instanceof QueryRunnerAlreadyReleasedError ? (client.lost ?? error) : error;
    }
  } finally {
    if (client) client.answersWithinMs = client.usualAnswersWithinMs;
    await runner.release();
  }
}

async function begin(
  client: PreparingClient,
  tx: Tx,
  o: TransactionOptions,
  onlyReads: boolean,
): Promise<void> {
  if (!o.isolation && o.statementTimeoutMs === undefined && !onlyReads)
    return client.beginWithNext(tx.countyId);
  const isolation = o.isolation ? ` ISOLATION LEVEL ${o.isolation}` : '';
  // these statements go in one message, so they cannot have parameters
  await tx.run(
    [
      `BEGIN${isolation}${onlyReads ? ' READ ONLY' : ''}`,
      `SELECT set_config('app.county_id', ${quoteText(tx.countyId)}, true)`,
      ...(o.statementTimeoutMs === undefined
        ? []
        : [`SET LOCAL statement_timeout = ${Number(o.statementTimeoutMs)}`]),
    ].join('; '),
  );
}

/** The runner's connection, which the pool has created as a `PreparingClient`. */
const clientOf = (runner: QueryRunner): Promise<PreparingClient> => runner.connect();

/** TypeORM's driver has the pool in a field without a type. */
const poolOf = (source: DataSource): pg.Pool => (source.driver as unknown as { master: pg.Pool }).master;
