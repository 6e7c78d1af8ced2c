import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { startPostgres } from '../local/embedded-pg.mjs';
import { follows, startStandby } from '../ops/standby.mjs';
import { temporaryFolder } from './launched-product.js';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

test('a standby does not count as following the primary when only another standby streams from the primary', async () => {
  const folder = temporaryFolder();
  undo.push(() => rmSync(folder, { recursive: true }));
  const options = { password: 'a password of 20 characters', database: 'portal', durable: false };
  const primary = await startPostgres({ ...options, dataDir: join(folder, 'primary') });
  undo.push(primary.stop);
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  undo.push(() => client.end());
  const begin = async (name: string): Promise<void> => {
    const dataDir = join(folder, name);
    const standby = await startStandby({ databaseUrl: primary.url, options, dataDir });
    undo.push(standby.stop);
  };
  await begin('one');
  await expect(follows(client, 'another', 300)).rejects.toThrow('the standby another does not follow');
  await begin('two');
  const { rows } = await client.query<{ name: string; state: string }>(
    'SELECT DISTINCT application_name AS name, state FROM pg_stat_replication',
  );
  expect(rows.map(({ state }) => state)).toEqual(['streaming', 'streaming']);
  for (const { name } of rows) await follows(client, name, 300);
}, 120_000);
