import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { startPostgres } from '../local/embedded-pg.mjs';
import { temporaryFolder } from './launched-product.js';

const isRoot = process.getuid?.() === 0;
const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function newFolder(): string {
  const folder = temporaryFolder();
  undo.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}

const options = { password: 'a password of 20 characters', database: 'portal', durable: false };

test('a server that already runs on the data folder is used again, with its data', async () => {
  const dataDir = join(newFolder(), 'postgres');
  const first = await startPostgres({ ...options, dataDir });
  undo.push(first.stop);
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const second = await startPostgres({ ...options, dataDir });
  expect(second).toMatchObject({ reused: true, pid: first.pid });
  expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
});

test('a server starts even if another process now has the process id of its dead predecessor', async () => {
  const dataDir = join(newFolder(), 'postgres');
  const first = await startPostgres({ ...options, dataDir });
  const lock = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8');
  await first.stop();
  writeFileSync(join(dataDir, 'postmaster.pid'), lock.replace(/^\d+/, String(process.pid)));
  const second = await startPostgres({ ...options, dataDir });
  undo.push(second.stop);
  expect(second.reused).toBe(false);
});

(isRoot ? test : test.skip)(
  'root, with a folder that nobody else may enter, gets a server and finds it again',
  async () => {
    const closed = newFolder();
    chmodSync(closed, 0o700);
    const dataDir = join(closed, 'postgres');
    const first = await startPostgres({ ...options, dataDir });
    const place = readFileSync(`${dataDir}.location`, 'utf8').trim();
    undo.push(() => rmSync(place, { recursive: true }));
    expect(statSync(place).uid).not.toBe(0);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await startPostgres({ ...options, dataDir });
    undo.push(second.stop);
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
    expect(existsSync(dataDir)).toBe(false);
  },
);
