import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { Database, migrate, rolesOf, secretOf, type DatabaseOptions } from '../db/index.js';
import { recordedStatements, recordStatements } from './recorded-statements.js';
import { costlyStatements, reservePages } from './statement-plans.js';

export interface TestTables {
  readonly service: string;
  readonly migrations: readonly Function[];
  readonly entities: readonly Function[];
}

export interface TestDatabase {
  readonly database: Database;
  /** The URL with which the administrator reaches the fresh database. */
  readonly adminUrl: string;
  /** Runs a statement as the administrator, whom row level security does not bind, to prepare and check rows. */
  asAdmin<R extends object>(statement: string, params?: readonly unknown[]): Promise<R[]>;
  /**
   * Closes the database. Before that, checks the plan of each statement that the service has sent, as if the tables
   * had a million rows.
   * @throws when a statement would read a whole growing table
   */
  close(): Promise<void>;
}

export interface TestDatabaseOptions extends Pick<
  DatabaseOptions,
  'poolSize' | 'poolWaitMs' | 'statementTimeoutMs'
> {
  /**
   * Statements whose plans do not matter, because the test itself sends them as the service's role or has dropped their
   * index.
   */
  readonly ownStatements?: readonly RegExp[];
}

/**
 * A fresh database for a test file, with the service's tables. The migrations run once per test run; each file gets a
 * copy of the result.
 */
export async function testDatabase(
  tables: TestTables,
  { ownStatements = [], ...o }: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const fresh = await freshDatabase(tables);
  const name = new URL(fresh.adminUrl).pathname.slice(1);
  recordStatements(name);
  const admin = new pg.Client({ connectionString: fresh.adminUrl });
  await admin.connect();
  const database = await Database.open({
    service: tables.service,
    entities: tables.entities,
    url: fresh.adminUrl,
    secret: secretOf(fresh.adminUrl),
    poolSize: 4,
    poolWaitMs: 20_000,
    ...o,
  });
  return {
    database,
    adminUrl: fresh.adminUrl,
    asAdmin: async <R extends object>(statement: string, params: readonly unknown[] = []) =>
      (await admin.query<R>(statement, [...params])).rows,
    close: async () => {
      await database.close();
      const sent = recordedStatements(name).filter(
        ({ text }) => !ownStatements.some((own) => own.test(text)),
      );
      const costly = await costlyStatements(admin, database.schema, sent);
      await admin.end();
      await fresh.drop();
      if (costly.length > 0) throw new Error(`with a million rows in each table\n${costly.join('\n')}`);
    },
  };
}

/** A new database with the tables of the given services. No connection to it is open. */
export async function freshDatabase(
  ...services: Pick<TestTables, 'service' | 'migrations'>[]
): Promise<{ adminUrl: string; drop(): Promise<void> }> {
  const cluster = testAdminUrl();
  const template = await templateOf(cluster, services);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await inCluster(cluster, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  );
  return {
    adminUrl: inDatabase(cluster, name),
    drop: () =>
      inCluster(
        cluster,
        async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  };
}

/** The URL with which the administrator reaches the test cluster. Jest's global setup starts the cluster. */
export function testAdminUrl(): string {
  const url = process.env['TEST_DATABASE_ADMIN_URL'];
  if (!url)
    throw new Error('TEST_DATABASE_ADMIN_URL is missing: run the tests with the jest.config.mjs of the root');
  return url;
}

/** Redis of the tests; each test file uses its own namespace for keys. */
export function testRedisUrl(): string {
  const url = process.env['TEST_REDIS_URL'];
  if (!url) throw new Error('TEST_REDIS_URL is missing: run the tests with the jest.config.mjs of the root');
  return url;
}

/**
 * Creates the migrated database from which the databases of test files are copied. The first test file creates it, and
 * other files wait meanwhile. Its name depends on the migrations and on jest's process id, so that each run creates its
 * own: a function that a migration calls may change between two runs.
 */
async function templateOf(
  cluster: string,
  services: readonly Pick<TestTables, 'service' | 'migrations'>[],
): Promise<string> {
  const text = services.map(({ service, migrations }) => [service, ...migrations.map(String)]);
  const digest = createHash('sha256')
    .update(JSON.stringify([process.ppid, text]))
    .digest('hex')
    .slice(0, 16);
  const name = `template_${digest}`;
  await inCluster(cluster, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    if ((await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rowCount) return;
    // the database has another name until it is complete, because a run may be killed halfway
    const unfinished = `unfinished_${randomBytes(8).toString('hex')}`;
    await client.query(`CREATE DATABASE ${unfinished}`);
    const address = inDatabase(cluster, unfinished);
    for (const { service, migrations } of services) await migrate(address, { service, migrations });
    await inCluster(address, async (admin) => {
      for (const { service } of services) await reservePages(admin, rolesOf(service).schema);
    });
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  });
  return name;
}

async function inCluster<T>(cluster: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function inDatabase(cluster: string, name: string): string {
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}
