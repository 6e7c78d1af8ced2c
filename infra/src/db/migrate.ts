import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { sqlState } from './retry.js';
import { openLog } from '../log/index.js';
import { typeormLog } from './typeorm-log.js';
import { prepareRoles } from './prepare-roles.js';
import { rolesOf, secretOf } from './roles.js';
import { sessionOptions } from './connection.js';

export interface Migration {
  readonly service: string;
  readonly migrations: readonly Function[];
  /** The secret from which the passwords of the roles derive; by default the administrator's password. */
  readonly secret?: string;
}

/** Extensions that the tables of any service may use. Only an administrator can create them, in the schema `public`. */
const EXTENSIONS = ['pg_trgm', 'unaccent', 'btree_gin', 'fuzzystrmatch'];
const MIGRATION_TABLE = 'migration';

/**
 * Brings a service's schema up to date. First creates the schema and the roles, with derived passwords, if they are
 * missing. Then runs the outstanding migrations as the owner of the schema. Concurrent starts wait for each other.
 * @param adminUrl the address of the database; its role may create roles and, if they are missing, extensions
 * @returns names of the migrations that ran
 */
export async function migrate(adminUrl: string, o: Migration): Promise<string[]> {
  const admin = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
  await admin.connect();
  try {
    await takeTurn(admin);
    await prepareRoles(admin, adminUrl, o.service, o.secret ?? secretOf(adminUrl));
    for (const extension of EXTENSIONS) {
      await admin.query(`CREATE EXTENSION IF NOT EXISTS ${extension} SCHEMA public`);
    }
    return await runMigrations(adminUrl, o);
  } finally {
    await admin.end();
  }
}

/**
 * Runs work as the owner of a service's schema, for an import that creates and attaches partitions. A service's process
 * has no administrator's address, so it cannot do this.
 */
export async function asOwner<T>(
  adminUrl: string,
  service: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { schema, owner } = rolesOf(service);
  const client = new pg.Client({
    connectionString: adminUrl,
    connectionTimeoutMillis: 5_000,
    // makes `work` fail, instead of waiting for hours, when the server's host or the network has vanished
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: `${ownerOptions(schema, owner)}`,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Names of migrations, in order, as stored in the migration table. */
export const migrationNames = (migrations: readonly Function[]): string[] =>
  migrations.map(migrationName).sort(byStamp);

/** SQL for the name of the newest migration in a service's schema, for readiness; no row when there is none. */
export const newestMigrationSql = (schema: string): string =>
  `SELECT name FROM "${schema}"."${MIGRATION_TABLE}" ORDER BY "timestamp" DESC, id DESC LIMIT 1`;

async function runMigrations(adminUrl: string, { service, migrations }: Migration): Promise<string[]> {
  const { schema, owner, app, worker } = rolesOf(service);
  const source = new DataSource({
    type: 'postgres',
    url: adminUrl,
    schema,
    migrations: migrations.map(stamped),
    migrationsTableName: MIGRATION_TABLE,
    migrationsTransactionMode: 'each',
    installExtensions: false,
    logger: typeormLog(openLog(service)),
    poolSize: 1,
    extra: { options: ownerOptions(schema, owner) },
  });
  await source.initialize();
  try {
    const ran = await patiently(() => source.runMigrations());
    // the readiness check compares the newest migration in this table with the newest one of the code
    await source.query(`GRANT SELECT ON "${schema}"."${MIGRATION_TABLE}" TO "${app}", "${worker}"`);
    return ran.map((migration) => migration.name);
  } finally {
    await source.destroy();
  }
}

const TURN_MS = 200;

/**
 * Takes a session lock for the whole database, so that two services do not create the same extension at once. The lock
 * is polled. A statement that waited for the lock would keep its snapshot, and if the lock's holder builds an index
 * concurrently, the build would wait for that snapshot forever.
 */
async function takeTurn(admin: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await admin.query<{ mine: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('portal migrations')) AS mine`,
    );
    if (rows[0]?.mine) return;
    await sleep(TURN_MS);
  }
}

const LOCK_TRIES = 30;

/**
 * Repeats the work when a table was in use. A migration must not wait long for a lock, because all other users of the
 * table would wait behind the migration.
 */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === LOCK_TRIES || sqlState(error) !== '55P03') throw error;
      await sleep(200 + Math.random() * 800);
    }
  }
}

/**
 * The options of the owner's session. The session waits at most a second for a lock, because people use the portal
 * while migrations run. Its statements have no time limit, because a migration may have to fill many rows.
 */
const ownerOptions = (schema: string, owner: string): string =>
  `${sessionOptions(schema, 0)} -c idle_in_transaction_session_timeout=0 -c role=${owner}`;

/**
 * A class name ends in the stamp of its file, yyyymmddhhmm (12 digits). TypeORM sorts by 13 digits, so a zero is added.
 */
function migrationName(migration: Function): string {
  const found = /^(.*?)(\d{12,13})$/.exec(migration.name);
  if (!found) throw new Error(`the name of migration ${migration.name} must end in yyyymmddhhmm`);
  return `${found[1]}${(found[2] ?? '').padEnd(13, '0')}`;
}

const byStamp = (a: string, b: string): number => (a.slice(-13) < b.slice(-13) ? -1 : 1);

function stamped(migration: Function): new () => MigrationInterface {
  const name = migrationName(migration);
  const Original = migration as new () => MigrationInterface;
  return class extends Original {
    override readonly name = name;
  };
}
