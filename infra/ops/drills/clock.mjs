// Lets the clocks of the processes jump under load, one after the other, then the clocks of PostgreSQL and Redis.
// libfaketime gives each of them its own clock.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { lostPurchases } from '../day.mjs';
import { drill } from '../drill.mjs';
import { OwnClock } from '../fake-time.mjs';
import { recordSteps, stepColumns, totals } from '../steps.mjs';

/**
 * The processes that depend on the time: they issue and check sessions and vouchers, and set money aside for a while.
 */
const NAMES = ['identity', 'gateway', 'payments', 'imaging'];
/**
 * Redis preloads libc in addition to libfaketime, because Redis's allocator asks for the time before libfaketime can
 * answer.
 */
const REDIS_LIBRARIES = ['libc.so.6'];
const JUMPS = { 'two minutes ahead': 120, 'two minutes behind': -120, right: 0 };
const AROUND = 80;
/**
 * The time after which a program notices a changed clock. libfaketime reads its file every second, and a new process of
 * PostgreSQL begins with the clock that its parent has read.
 */
const NOTICED_MS = 2_500;
/** The largest accepted difference between the time that a server reports and the time that its clock should show. */
const PRECISE_MS = 5_000;

export const { about, run } = drill({
  about:
    'the clocks of processes, PostgreSQL and Redis jump two minutes ahead and behind under load (Debian)',
  servers: async (stage) => {
    const fileOf = (name) => path.join(stage.folder, `${name}.clock`);
    stage.clocks = new Map([
      ...NAMES.map((name) => [name, new OwnClock(fileOf(name))]),
      ['PostgreSQL', new OwnClock(fileOf('PostgreSQL'))],
      ['Redis', new OwnClock(fileOf('Redis'), REDIS_LIBRARIES)],
    ]);
    const environmentOf = (name) => stage.clocks.get(name).environment;
    return { environments: { postgres: environmentOf('PostgreSQL'), redis: environmentOf('Redis') } };
  },
  play: async (stage) => {
    const { clocks, fleet, version } = stage;
    for (const name of NAMES) await fleet.replace(name, version, clocks.get(name).environment);
    const answers = stage.work();
    await stage.answered(2 * AROUND);
    const { rows, step } = recordSteps(stage, answers);
    const still = [];
    for (const [name, clock] of clocks)
      for (const [what, offset] of Object.entries(JUMPS))
        await step(`${name} is ${what}`, async () => {
          clock.set(offset);
          await sleep(NOTICED_MS);
          if (!(await hasJumped(stage, name, offset))) still.push(`the clock of ${name} is not ${what}`);
          await stage.answered(AROUND);
        });
    await stage.day.end();
    const { told, lost } = await lostPurchases(stage.ask, answers);
    return {
      head: stepColumns,
      rows: [...rows, ...totals(answers, { told, lost })],
      broken: [
        ...still,
        ...answers.failed.map(({ path: asked, status }) => `${asked} got ${status}`),
        ...lost.map((guid) => `${guid} was paid and is lost`),
        ...(await stage.violations()),
      ],
    };
  },
});

/** Reads the clocks of the servers that can report their time. */
const readClock = {
  PostgreSQL: async ({ ask }) => (await ask('SELECT clock_timestamp() AS now'))[0].now.getTime(),
  Redis: async ({ servers }) => {
    const redis = new Redis(servers.redisUrl);
    const [seconds] = await redis.time();
    redis.disconnect();
    return Number(seconds) * 1_000;
  },
};

async function hasJumped(stage, name, offset) {
  const now = await readClock[name]?.(stage);
  return now === undefined || Math.abs(now - Date.now() - offset * 1_000) < PRECISE_MS;
}
