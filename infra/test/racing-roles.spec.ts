import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { testAdminUrl } from '../src/testing/database.js';
import { prepareRoles } from '../src/db/prepare-roles.js';

const tail = randomBytes(4).toString('hex');
const databases = Array.from({ length: 6 }, (_, nth) => `racing_${tail}_${nth}`);
const services = Array.from({ length: 8 }, (_, nth) => `racing-${tail}-${nth}`);
const roles = services.flatMap((name) =>
  ['app', 'owner', 'worker'].map((kind) => `${name.replaceAll('-', '_')}_${kind}`),
);
let admin: pg.Client;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: testAdminUrl() });
  await admin.connect();
  for (const name of databases) await admin.query(`CREATE DATABASE ${name}`);
}, 60_000);
afterAll(async () => {
  for (const name of databases) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  for (const role of roles) await admin.query(`DROP ROLE IF EXISTS ${role}`);
  await admin.end();
});

async function prepare(name: string, service: string, secret: string): Promise<void> {
  const url = new URL(testAdminUrl());
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await prepareRoles(client, url.href, service, secret);
  } finally {
    await client.end();
  }
}

// databases of one server share the roles, but each has its own lock for migrators
test('the roles of a service can be created and changed in several databases of a server at the same time', async () => {
  for (const service of services)
    for (const secret of ['the first secret', 'the second secret'])
      await Promise.all(databases.map((name) => prepare(name, service, secret)));
  const { rows } = await admin.query<{ name: string }>(
    'SELECT rolname AS name FROM pg_roles WHERE rolname = ANY ($1) ORDER BY 1',
    [roles],
  );
  expect(rows.map(({ name }) => name)).toEqual(roles);
}, 60_000);
