import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { watchSources } from '../local/watched-product.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-watched-'));
  mkdirSync(path.join(folder, 'src'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const save = (name: string): void => writeFileSync(path.join(folder, 'src', name), String(Math.random()));

test('npm run dev treats files saved together as one change, and a file saved during the build as another', async () => {
  let calls = 0;
  const { promise: first, resolve: firstBegan } = Promise.withResolvers<void>();
  const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>();
  const { promise: second, resolve: secondBegan } = Promise.withResolvers<void>();
  const changed = async (): Promise<void> => {
    calls++;
    if (calls === 1) {
      firstBegan();
      await finish;
    } else secondBegan();
  };
  const watcher = watchSources([folder], changed);
  try {
    for (const name of ['a.ts', 'b.ts', 'c.ts']) save(name);
    await first;
    expect(calls).toBe(1);
    // a change that is noticed while the first one is handled must be neither lost nor handled in parallel
    const noticed = watcher.next();
    save('a.ts');
    await noticed;
    expect(calls).toBe(1);
    letFinish();
    await second;
    expect(calls).toBe(2);
  } finally {
    watcher.close();
  }
});
