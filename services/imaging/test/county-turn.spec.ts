import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@portal/infra/testing';
import { inTurn, type Lease } from '../src/ingest/county-turn.js';
import { tables } from '../src/tables.js';

interface Proxy {
  readonly port: number;
  blackHole(): void;
  close(): Promise<void>;
}

let database: TestDatabase;
let proxy: Proxy;
beforeAll(async () => {
  database = await testDatabase(tables);
}, 60_000);
beforeEach(async () => {
  const harness: string = new URL('../../../infra/bench/faults/proxy.mjs', import.meta.url).href;
  proxy = await (await import(harness)).Proxy.open(Number(new URL(database.adminUrl).port));
});
afterEach(() => proxy.close());
afterAll(() => database.close());

/** The URL by which the administrator reaches the database through the proxy. */
function throughProxy(): string {
  const url = new URL(database.adminUrl);
  [url.hostname, url.port] = ['127.0.0.1', String(proxy.port)];
  return url.href;
}

/** Begins an import that reaches the database through the proxy, and that ends only when it loses its turn. */
async function begin(lease: Lease, onStop: () => void): Promise<{ ended: Promise<never> }> {
  const begins = Promise.withResolvers<void>();
  const ended = inTurn<never>(
    { adminUrl: throughProxy(), county: 'lake', lease },
    () => undefined,
    async (turn) => {
      begins.resolve();
      await once(turn, 'abort');
      onStop();
      throw turn.reason;
    },
  );
  await begins.promise;
  return { ended };
}

test('an import stops when the database no longer answers, and then the next import of the county begins', async () => {
  const happened: string[] = [];
  const first = await begin({ beatMs: 50, lostMs: 500, freeMs: 2_000 }, () => happened.push('one stops'));
  const next = inTurn(
    { adminUrl: database.adminUrl, county: 'lake' },
    () => proxy.blackHole(),
    () => Promise.resolve(happened.push('the next begins')),
  );
  await expect(first.ended).rejects.toThrow('no longer answers');
  await next;
  expect(happened).toEqual(['one stops', 'the next begins']);
}, 30_000);

test('the next import of the county begins when the database notices that the host of the running import has vanished', async () => {
  const first = await begin({ beatMs: 60_000, lostMs: 60_000, freeMs: 500 }, () => undefined);
  const next = inTurn(
    { adminUrl: database.adminUrl, county: 'lake' },
    () => proxy.blackHole(),
    () => Promise.resolve('the next begins'),
  );
  await Promise.all([
    expect(first.ended).rejects.toThrow('no longer answers'),
    expect(next).resolves.toBe('the next begins'),
  ]);
}, 30_000);
