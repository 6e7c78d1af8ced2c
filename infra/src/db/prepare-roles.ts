import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sessionSettings, urlFor } from './connection.js';
import { sqlState } from './retry.js';
import { quoteName, quoteText, rolePassword, rolesOf } from './roles.js';

/**
 * Creates a service's schema and roles unless they exist. Roles belong to the whole cluster, where other databases may
 * be prepared at the same time, so a statement may lose a race and is tried again.
 */
export async function prepareRoles(
  admin: pg.Client,
  adminUrl: string,
  service: string,
  secret: string,
): Promise<void> {
  const { schema, owner, app, worker } = rolesOf(service);
  await racing(() => makeOwner(admin, owner));
  await admin.query(`CREATE SCHEMA IF NOT EXISTS ${quoteName(schema)} AUTHORIZATION ${quoteName(owner)}`);
  for (const role of [app, worker]) {
    await racing(() => makeLogin(admin, role, rolePassword(secret, role), adminUrl, secret, schema));
    await racing(() => admin.query(`GRANT USAGE ON SCHEMA ${quoteName(schema)} TO ${quoteName(role)}`));
  }
  // every role belongs to PUBLIC, which therefore gets no rights
  const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name');
  const database = quoteName(rows[0]?.name ?? '');
  await racing(() => admin.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`));
  await racing(() =>
    admin.query(`GRANT CONNECT ON DATABASE ${database} TO ${[app, worker].map(quoteName).join(', ')}`),
  );
  for (const role of [app, worker]) await racing(() => admin.query(settingsOf(role, database, schema)));
  // an import stages its rows in temporary tables
  await racing(() => admin.query(`GRANT TEMPORARY ON DATABASE ${database} TO ${quoteName(owner)}`));
}

/** Settings stored with the role, for sessions of a pooler, which sends none; all other sessions send their own. */
const settingsOf = (role: string, database: string, schema: string): string =>
  Object.entries(sessionSettings(schema))
    .map(([name, value]) => {
      const given = name === 'search_path' ? value : quoteText(value);
      return `ALTER ROLE ${quoteName(role)} IN DATABASE ${database} SET ${name} = ${given}`;
    })
    .join('; ');

async function makeOwner(admin: pg.Client, owner: string): Promise<void> {
  if (!(await exists(admin, owner))) {
    await admin.query(
      `CREATE ROLE ${quoteName(owner)} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE`,
    );
  }
  const { rows } = await admin.query<{ member: boolean }>(
    `SELECT pg_has_role(current_user, $1, 'MEMBER') AS member`,
    [owner],
  );
  if (!rows[0]?.member) await admin.query(`GRANT ${quoteName(owner)} TO CURRENT_USER`);
}

async function makeLogin(
  admin: pg.Client,
  role: string,
  password: string,
  adminUrl: string,
  secret: string,
  schema: string,
): Promise<void> {
  const attributes = 'LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION';
  if (!(await exists(admin, role))) {
    await admin.query(`CREATE ROLE ${quoteName(role)} ${attributes} PASSWORD ${quoteText(password)}`);
  } else if (!(await canSignIn(urlFor({ url: adminUrl, role, secret, schema })))) {
    await admin.query(`ALTER ROLE ${quoteName(role)} ${attributes} PASSWORD ${quoteText(password)}`);
  }
}

async function exists(admin: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  return rowCount === 1;
}

/** False only when the password differs; the right to CONNECT to this database is granted later. */
async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return true;
  } catch (error) {
    return sqlState(error) === '42501';
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function racing(work: () => Promise<unknown>): Promise<void> {
  // duplicate object, duplicate key in a system catalog, 'tuple concurrently updated'
  const lostRace = new Set(['42710', '23505', 'XX000']);
  for (let attempt = 0; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt >= 20 || !lostRace.has(sqlState(error) ?? '')) throw error;
      await sleep(10 + Math.random() * 40);
    }
  }
}
