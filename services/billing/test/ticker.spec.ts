import { expect, test } from '@jest/globals';
import { TestClock } from '@portal/infra/testing';
import type { CountyRun } from '../src/runs/county-run.js';
import { Ticker } from '../src/runs/ticker.js';
import type { CountySchedules } from '../src/schedule/county-schedules.js';

test('a county that is woken just as the round of another county ends gets its own round at once', async () => {
  for (let later = 0; later < 20; later += 1) {
    const rounds: string[] = [];
    let finish = (): void => undefined;
    const run = {
      tick: (county: string) => {
        rounds.push(county);
        return county === 'lake' ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve();
      },
    } as unknown as CountyRun;
    const schedules = { changesOf: () => 0 } as unknown as CountySchedules;
    const ticker = new Ticker(schedules, run, new TestClock('2026-03-01T06:00:00Z'));
    ticker.wake('lake');
    finish();
    for (let turn = 0; turn < later; turn += 1) await Promise.resolve();
    ticker.wake('guam');
    await ticker.settled();
    expect([later, rounds]).toEqual([later, ['lake', 'guam']]);
  }
});
