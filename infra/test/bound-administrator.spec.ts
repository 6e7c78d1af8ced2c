import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@portal/infra/testing';
import { buildServer } from '../local/build-server.mjs';
import { verify } from '../local/operator/verify.mjs';
import { eventTestTables } from './events-fixture.js';

const command: string = new URL('../local/facts-command.mjs', import.meta.url).href;
const bound = `bound_${randomBytes(4).toString('hex')}`;
let tables: TestDatabase;
/**
 * The URL of the database for an administrator with the rights of the tables' owner. Row level security binds this
 * administrator too.
 */
let adminUrl: string;

const BUILT_WITHIN_MS = 120_000;

beforeAll(async () => {
  await buildServer();
  tables = await testDatabase(eventTestTables);
  await tables.asAdmin(`CREATE ROLE ${bound} LOGIN PASSWORD 'bound' IN ROLE search_owner`);
  const url = new URL(tables.adminUrl);
  await tables.asAdmin(`GRANT CONNECT ON DATABASE ${url.pathname.slice(1)} TO ${bound}`);
  [url.username, url.password] = [bound, 'bound'];
  adminUrl = url.href;
  await tables.asAdmin(
    `INSERT INTO search.dead_event (county_id, consumer, event_id, type, reason, envelope)
     VALUES ('lake', 'cache', gen_random_uuid(), 'identity.session-ended.v1', 'TypeError: refused', '{}')`,
  );
}, BUILT_WITHIN_MS);
afterAll(async () => {
  await tables.asAdmin(`DROP OWNED BY ${bound}`);
  await tables.asAdmin(`DROP ROLE ${bound}`);
  await tables.close();
});

const advice = /is bound by row level security.* ALTER ROLE <administrator> BYPASSRLS/;

test('`portal facts` refuses an administrator who does not see all facts, and says what to grant', async () => {
  const { list, runAgain } = await import(command);
  await expect(list(adminUrl)).rejects.toThrow(advice);
  await expect(runAgain(adminUrl, { service: 'search' })).rejects.toThrow(advice);
  expect(await tables.asAdmin('SELECT again FROM search.dead_event')).toEqual([{ again: false }]);
  expect(await list(tables.adminUrl)).toEqual([expect.stringContaining('search cache: 1 of identity.')]);
});

test('`portal verify` says what to grant to an administrator who does not see all facts', async () => {
  const findings = await verify({ adminUrl });
  const [facts] = findings.filter(({ about }) => about === 'facts');
  expect(facts).toMatchObject({ ok: false, text: expect.stringContaining('row-level security policy') });
  expect(facts?.todo).toMatch(advice);
});

test('`portal facts` answers an administrator who has BYPASSRLS', async () => {
  const { list } = await import(command);
  await tables.asAdmin(`ALTER ROLE ${bound} BYPASSRLS`);
  expect(await list(adminUrl)).toEqual([expect.stringContaining('search cache: 1 of identity.')]);
});
