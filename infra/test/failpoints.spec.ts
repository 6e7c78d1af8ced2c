import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { armFailpoints, failpoint, failpointsIn, FailpointThrew } from '@portal/infra/failpoints';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'failpoints-'));
});
afterEach(() => {
  armFailpoints(undefined);
  rmSync(folder, { recursive: true });
});

test('a failpoint does nothing unless armed', async () => {
  writeFileSync(join(folder, 'here'), 'throw');
  expect(failpoint('here')).toBeUndefined();
  armFailpoints(failpointsIn(folder));
  await expect(failpoint('here')).rejects.toThrow(FailpointThrew);
});

test('an armed fault happens once, in the first process that reaches it', async () => {
  armFailpoints(failpointsIn(folder));
  writeFileSync(join(folder, 'here'), 'throw');
  expect(failpoint('elsewhere')).toBeUndefined();
  await expect(failpoint('here')).rejects.toThrow('here');
  expect(failpoint('here')).toBeUndefined();
  expect(readdirSync(folder)).toEqual([`here.${process.pid}`]);
});

test('a delay ends after the requested time', async () => {
  armFailpoints(failpointsIn(folder));
  writeFileSync(join(folder, 'here'), 'delay 30');
  const began = performance.now();
  await failpoint('here');
  expect(performance.now() - began).toBeGreaterThanOrEqual(28);
});

test('F15: a block stops the whole process for the requested time', async () => {
  armFailpoints(failpointsIn(folder));
  writeFileSync(join(folder, 'here'), 'block 60');
  let ran = false;
  setTimeout(() => (ran = true), 1);
  const began = performance.now();
  const blocked = failpoint('here');
  expect({ ran, late: performance.now() - began >= 58 }).toEqual({ ran: false, late: true });
  await blocked;
});

test('a crash ends the process in the same way as kill -9', () => {
  writeFileSync(join(folder, 'here'), 'crash');
  const module = new URL('../src/failpoints/failpoint.ts', import.meta.url).href;
  const program = `
    const { armFailpoints, failpoint, failpointsIn } = await import(${JSON.stringify(module)});
    armFailpoints(failpointsIn(${JSON.stringify(folder)}));
    process.on('exit', () => console.log('it ended in order'));
    await failpoint('here');
    console.log('it went on');`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect({ signal: ended.signal, said: ended.stdout }).toEqual({ signal: 'SIGKILL', said: '' });
});
