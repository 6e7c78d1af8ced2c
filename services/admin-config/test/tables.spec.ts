import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { entitiesMatchMigrations, testDatabase } from '@portal/infra/testing';
import { adminConfigContracts } from '@portal/proto/rpc/admin-config';
import { tables } from '../src/tables.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every command, and no other', () => {
  const commands = [...readme.matchAll(/^\| `(admin-config\.[a-z-]+\.v\d+)`/gm)].map(([, name]) => name);
  expect(commands.sort()).toEqual(adminConfigContracts.map(({ name }) => name).sort());
});

test('the README names every table', async () => {
  const { asAdmin, close } = await testDatabase(tables);
  const rows = await asAdmin<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'admin_config'
        AND tablename NOT IN ('migration', 'inbox', 'dead_event') AND tablename NOT LIKE 'outbox%'`,
  );
  await close();
  expect(rows.filter(({ name }) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('the entities are what the migrations make', async () => {
  expect(await entitiesMatchMigrations(tables)).toEqual([]);
});
