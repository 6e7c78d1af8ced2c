import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isProductRunning, lockDataDir } from '../local/data-lock.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const holder = { pid: process.pid, port: 8080 };

test('an import waits for another import that has started the servers, but not for a running product', async () => {
  let waits = 0;
  const unlockImport = await lockDataDir(folder, { ...holder, imports: true });
  const runs = isProductRunning(folder, () => {
    waits += 1;
    unlockImport();
  });
  expect([await runs, waits]).toEqual([false, 1]);
  const unlock = await lockDataDir(folder, holder);
  expect([await isProductRunning(folder, () => (waits += 1)), waits]).toEqual([true, 1]);
  unlock();
});
