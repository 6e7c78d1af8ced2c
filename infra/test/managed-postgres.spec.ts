import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Database, migrate } from '@portal/infra/db';
import { testAdminUrl } from '../src/testing/database.js';

class Leaves202611280140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE leaf (id integer PRIMARY KEY)');
  }

  async down(): Promise<void> {}
}

const service = `trial-cloud-${randomBytes(4).toString('hex')}`;
const roles = ['owner', 'app', 'worker'].map((kind) => `${service.replaceAll('-', '_')}_${kind}`);
const [owner = '', app = ''] = roles;
const cloud = `cloud_${randomBytes(4).toString('hex')}`;
const secrets = ['the first secret of the service', 'the second secret of the service'] as const;
let superuser: pg.Client;
/** The URL of the database for the administrator of a cloud, who may create roles and databases but is no superuser. */
let adminUrl: string;

beforeAll(async () => {
  superuser = new pg.Client({ connectionString: testAdminUrl() });
  await superuser.connect();
  await superuser.query(`CREATE ROLE ${cloud} LOGIN CREATEROLE CREATEDB PASSWORD 'of the cloud'`);
  await superuser.query(`CREATE DATABASE ${cloud} OWNER ${cloud}`);
  const url = new URL(testAdminUrl());
  [url.username, url.password, url.pathname] = [cloud, 'of the cloud', `/${cloud}`];
  adminUrl = url.href;
});
afterAll(async () => {
  await superuser.query(`DROP DATABASE ${cloud} WITH (FORCE)`);
  for (const role of [...roles, cloud]) await superuser.query(`DROP ROLE IF EXISTS ${role}`);
  await superuser.end();
});

const migrated = (secret: string): Promise<string[]> =>
  migrate(adminUrl, { service, migrations: [Leaves202611280140], secret });
const signsIn = async (secret: string): Promise<void> => {
  const database = await Database.open({ service, entities: [], url: adminUrl, secret });
  await database.close();
};

test('an administrator who is not a superuser can migrate, and can replace the passwords of the roles', async () => {
  expect(await migrated(secrets[0])).toEqual(['Leaves2026112801400']);
  await signsIn(secrets[0]);
  expect(await migrated(secrets[1])).toEqual([]);
  await signsIn(secrets[1]);
  await expect(signsIn(secrets[0])).rejects.toThrow('password authentication failed');
});

test('an administrator who may not act as the tables’ owner is told what to grant, and who may grant it', async () => {
  await superuser.query(`REVOKE ${owner} FROM ${cloud} CASCADE`);
  await superuser.query(`REVOKE ${owner} FROM ${cloud} GRANTED BY ${cloud} CASCADE`).catch(() => undefined);
  await expect(migrated(secrets[1])).rejects.toThrow(
    `may not become ${owner}, which owns the tables: let the role that created ${owner}, or a superuser, run: GRANT "${owner}" TO "${cloud}"`,
  );
  await superuser.query(`GRANT ${owner} TO ${cloud}`);
  expect(await migrated(secrets[1])).toEqual([]);
});

test('a migration removes a forbidden attribute from a role of a service if the administrator may do so', async () => {
  await superuser.query(`ALTER ROLE ${app} CREATEDB`);
  await migrated(secrets[0]);
  const { rows } = await superuser.query('SELECT rolcreatedb AS may FROM pg_roles WHERE rolname = $1', [app]);
  expect(rows).toEqual([{ may: false }]);
});
