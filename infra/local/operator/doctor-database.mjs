import pg from 'pg';
import { databaseSecretOf } from '../process-environment.mjs';
import { loadServices } from '../service-modules.mjs';
import { bad, good } from './findings.mjs';

/** The first version whose fuzzystrmatch has daitch_mokotoff, which finds names that sound alike. */
const OLDEST = 16;
const LARGEST_SKEW_MS = 5_000;
const EXTENSIONS = ['pg_trgm', 'unaccent', 'btree_gin', 'fuzzystrmatch'];
const MIGRATE = 'Run "portal migrate" with the image of this version.';

/** @param {Record<string, string>} environment the environment variables of the launcher */
export async function examineDatabase(environment) {
  const client = await connect(environment.DATABASE_ADMIN_URL);
  try {
    const ask = async (statement, params = []) => (await client.query(statement, params)).rows;
    return [
      ...(await examineServer(ask)),
      ...(await examineAdministrator(ask)),
      ...(await examineTables(ask)),
      ...(await examineRoles(environment)),
    ];
  } finally {
    await client.end();
  }
}

async function connect(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  return client;
}

async function examineServer(ask) {
  const [{ number, version, now }] = await ask(
    `SELECT current_setting('server_version_num')::int / 10000 AS number, current_setting('server_version') AS version,
            clock_timestamp() AS now`,
  );
  const skew = Math.abs(now.getTime() - Date.now());
  return [
    number < OLDEST
      ? bad('PostgreSQL', `is version ${version}`, `Use version ${OLDEST} or newer.`)
      : good('PostgreSQL', `answers, version ${version}`),
    ...(skew > LARGEST_SKEW_MS
      ? [
          bad(
            'clock',
            `differs by ${Math.round(skew / 1000)} s from PostgreSQL's`,
            'Keep all machines on one time (NTP).',
          ),
        ]
      : []),
  ];
}

/** Checks that the administrator may create roles and missing extensions. */
async function examineAdministrator(ask) {
  const [role] = await ask(
    'SELECT rolname, rolsuper, rolcreaterole FROM pg_roles WHERE rolname = current_user',
  );
  const missing = await ask(
    `SELECT name FROM unnest($1::text[]) AS name WHERE name NOT IN (SELECT extname FROM pg_extension)`,
    [EXTENSIONS],
  );
  const names = missing.map(({ name }) => name).join(', ');
  return [
    ...(role.rolsuper || role.rolcreaterole
      ? []
      : [
          bad(
            'PostgreSQL',
            `${role.rolname} may not create roles`,
            'Use an administrator in DATABASE_ADMIN_URL.',
          ),
        ]),
    ...(missing.length > 0 && !role.rolsuper
      ? [
          bad(
            'PostgreSQL',
            `the extensions ${names} are missing`,
            'Let a superuser create them in the schema public.',
          ),
        ]
      : []),
  ];
}

/** Compares the newest migration of each service with the code of this image. */
async function examineTables(ask) {
  const { migrationNames, rolesOf } = await import('@portal/infra/db');
  const findings = [];
  for (const { name, migrations } of await loadServices()) {
    const { schema } = rolesOf(name);
    const [table] = await ask(`SELECT to_regclass($1) AS found`, [`${schema}.migration`]);
    const ran = table.found ? await ask(`SELECT name FROM ${schema}.migration`) : [];
    const known = migrationNames(migrations);
    const missing = known.filter((migration) => !ran.some((row) => row.name === migration));
    const foreign = ran.filter((row) => !known.includes(row.name));
    if (missing.length > 0)
      findings.push(
        bad('tables', `${name} lacks ${missing.length} migrations, the first ${missing[0]}`, MIGRATE),
      );
    if (foreign.length > 0)
      findings.push(
        bad(
          'tables',
          `${name} has ${foreign.length} migrations that this image does not know, such as ${foreign[0].name}`,
          'The tables are of a newer version. Services one version older still work; then update to that version.',
        ),
      );
  }
  return findings.length > 0 ? findings : [good('tables', 'are those of this version')];
}

/** Checks that the database roles of each service can sign in. */
async function examineRoles(environment) {
  const { rolePassword, rolesOf } = await import('@portal/infra/db');
  const findings = [];
  for (const { name } of await loadServices()) {
    const { app, worker } = rolesOf(name);
    for (const role of [app, worker]) {
      const url = new URL(environment.DATABASE_ADMIN_URL);
      url.username = role;
      url.password = rolePassword(databaseSecretOf(environment, name), role);
      const refused = await connect(url.href).then(
        (client) => client.end(),
        (error) => error,
      );
      if (refused) findings.push(bad('roles', `${role} cannot sign in: ${refused.message}`, MIGRATE));
    }
  }
  return findings.length > 0 ? findings : [good('roles', 'of all services can sign in')];
}
