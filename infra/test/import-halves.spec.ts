import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runScript } from '../local/run-import.mjs';

let folder: string;
let script: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'halves-'));
  script = join(folder, 'half.mjs');
  writeFileSync(script, `console.log('told'); process.exitCode = Number(process.argv[2]);`);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a script of an import may exit with 0 or with an accepted code, and any other exit code is an error', async () => {
  const told: string[] = [];
  const run = (code: number) => runScript(script, [String(code)], {}, (line: string) => told.push(line), [4]);
  expect([await run(0), await run(4)]).toEqual([0, 4]);
  await expect(run(3)).rejects.toThrow('ended with 3');
  expect(told).toEqual(['told', 'told', 'told']);
});
