// Lets the clock of one process after the other jump under load; libfaketime gives the process its own clock.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lostPurchases } from '../day.mjs';
import { drill } from '../drill.mjs';
import { fakeTime } from '../fake-time.mjs';
import { recordSteps, stepColumns, totals } from '../steps.mjs';

/** The processes that issue sessions and vouchers, check them, and set money aside for a time. */
const NAMES = ['identity', 'gateway', 'payments', 'imaging'];
const JUMPS = { 'two minutes ahead': 120, 'two minutes behind': -120, right: 0 };
const AROUND = 80;
/** The library reads its file every second. */
const NOTICED_MS = 1_500;

export const { about, run } = drill({
  about: 'the clock of one process after the other jumps two minutes ahead and behind under load (Debian)',
  play: async (stage) => {
    const set = await giveClocks(stage);
    const answers = stage.work();
    await stage.answered(2 * AROUND);
    const { rows, step } = recordSteps(stage, answers);
    for (const name of NAMES)
      for (const [what, offset] of Object.entries(JUMPS))
        await step(`${name} is ${what}`, async () => {
          set(name, offset);
          await sleep(NOTICED_MS);
          await stage.answered(AROUND);
        });
    await stage.day.end();
    const { told, lost } = await lostPurchases(stage.ask, answers);
    return {
      head: stepColumns,
      rows: [...rows, ...totals(answers, { told, lost })],
      broken: [
        ...answers.failed.map(({ path: asked, status }) => `${asked} got ${status}`),
        ...lost.map((guid) => `${guid} was paid and is lost`),
        ...(await stage.violations()),
      ],
    };
  },
});

/**
 * Replaces the processes with ones that have their own clocks. @returns a function that moves a clock by some seconds
 */
async function giveClocks({ folder, fleet, version }) {
  const fake = fakeTime();
  const fileOf = (name) => path.join(folder, `${name}.clock`);
  const set = (name, offset) => writeFileSync(fileOf(name), `${offset < 0 ? '' : '+'}${offset}\n`);
  for (const name of NAMES) {
    set(name, 0);
    await fleet.replace(name, version, {
      ...fake,
      FAKETIME_TIMESTAMP_FILE: fileOf(name),
      FAKETIME_CACHE_DURATION: '1',
    });
  }
  return set;
}
