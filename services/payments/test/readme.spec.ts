import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { paymentsContracts } from '@portal/proto/rpc/payments';
import { testDatabase } from '@portal/infra/testing';
import { tables } from '../src/tables.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every command, and no other', () => {
  const commands = [...readme.matchAll(/^\| `(payments\.[a-z-]+\.v\d+)`/gm)].map(([, name]) => name);
  expect(commands.sort()).toEqual(paymentsContracts.map(({ name }) => name).sort());
});

test('the README names every table', async () => {
  const { asAdmin, close } = await testDatabase(tables);
  const rows = await asAdmin<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'payments' AND tablename NOT IN ('migration', 'inbox', 'dead_event') AND tablename NOT LIKE 'outbox%'`,
  );
  await close();
  expect(rows.filter(({ name }) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('every table with a county is bound to it, and the service owns none (S7)', async () => {
  const { asAdmin, close } = await testDatabase(tables);
  const open = await asAdmin(
    `SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'payments'
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'county_id'
      WHERE relkind IN ('r', 'p') AND NOT (relrowsecurity AND relforcerowsecurity)`,
  );
  await close();
  expect(open).toEqual([]);
});
