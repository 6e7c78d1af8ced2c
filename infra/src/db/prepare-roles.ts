import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sessionSettings, urlFor, type RoleConnection } from './connection.js';
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
    await racing(() => makeLogin(admin, { url: adminUrl, role, secret, schema }));
    await racing(() => admin.query(`GRANT USAGE ON SCHEMA ${quoteName(schema)} TO ${quoteName(role)}`));
  }
  // PUBLIC includes every role, so it gets no rights
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

/**
 * The settings that are stored with a role, for sessions through a pooler. A pooler sends no settings; all other
 * sessions send their own.
 */
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
  if (await mayBecome(admin, owner)) return;
  const { rows } = await admin.query<{ name: string }>('SELECT current_user AS name');
  const grant = `GRANT ${quoteName(owner)} TO ${quoteName(rows[0]?.name ?? '')}`;
  await admin.query(grant).catch((error: unknown) => {
    if (sqlState(error) !== '42501') throw error;
    const what = `the administrator may not become ${owner}, which owns the tables`;
    throw new Error(`${what}: let the role that created ${owner}, or a superuser, run: ${grant}`, {
      cause: error,
    });
  });
}

/**
 * True if the administrator may become the owner. Since PostgreSQL 16, an administrator who is not a superuser becomes
 * a member of the roles that it creates, but may not SET ROLE to them. Before PostgreSQL 16, every member may do so,
 * and pg_has_role does not know the privilege SET.
 */
async function mayBecome(admin: pg.Client, owner: string): Promise<boolean> {
  const right = `CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END`;
  const { rows } = await admin.query<{ may: boolean }>(
    `SELECT pg_has_role(current_user, $1, ${right}) AS may`,
    [owner],
  );
  return rows[0]?.may === true;
}

async function makeLogin(admin: pg.Client, login: RoleConnection): Promise<void> {
  const { role, secret } = login;
  const given = `PASSWORD ${quoteText(rolePassword(secret, role))}`;
  if (!(await exists(admin, role))) {
    await admin.query(`CREATE ROLE ${quoteName(role)} ${Object.values(attributes).join(' ')} ${given}`);
  } else if (!(await canSignIn(urlFor(login)))) {
    const lacking = await lackingAttributes(admin, role);
    await admin.query(`ALTER ROLE ${quoteName(role)} ${lacking.join(' ')} ${given}`);
  }
}

/**
 * The attributes of a role that signs in. The key of each is a condition on pg_roles that is true while the attribute
 * is missing.
 */
const attributes = {
  'NOT rolcanlogin': 'LOGIN',
  rolsuper: 'NOSUPERUSER',
  rolbypassrls: 'NOBYPASSRLS',
  rolcreatedb: 'NOCREATEDB',
  rolcreaterole: 'NOCREATEROLE',
  rolreplication: 'NOREPLICATION',
};

/**
 * The attributes that ALTER ROLE has to set. The statement must not mention the other attributes, because only a
 * superuser may mention some of them, even if they stay as they are.
 */
async function lackingAttributes(admin: pg.Client, role: string): Promise<string[]> {
  const lacking = Object.entries(attributes).map(
    ([column, name]) => `CASE WHEN ${column} THEN '${name}' END`,
  );
  const { rows } = await admin.query<{ names: string[] }>(
    `SELECT array_remove(ARRAY[${lacking.join(', ')}], NULL) AS names FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  return rows[0]?.names ?? [];
}

async function exists(admin: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  return rowCount === 1;
}

/**
 * False if the server refuses the password. A missing right to CONNECT to this database does not matter, because it is
 * granted later.
 */
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
