import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Turns } from '../src/clock/index.js';
import { eventually } from '../src/testing/index.js';

test('the turns of a repeated task never overlap, a failed turn is reported, and stopping waits for the current turn', async () => {
  const faults: unknown[] = [];
  let [begun, ended, most] = [0, 0, 0];
  const turns = new Turns({
    everyMs: 5,
    work: async () => {
      begun += 1;
      most = Math.max(most, begun - ended);
      await sleep(20);
      ended += 1;
      if (begun === 1) throw new Error('first');
    },
    onFault: (error) => faults.push(error),
  });
  turns.start();
  await eventually(() => expect(begun).toBeGreaterThan(2));
  expect(turns.ending).toBe(false);
  const stopped = turns.stop();
  expect(turns.ending).toBe(true);
  await stopped;
  expect(ended).toBe(begun);
  expect(most).toBe(1);
  expect(faults).toEqual([new Error('first')]);
  await sleep(30);
  expect(begun).toBe(ended);
});
