// A replacement for '@jest/globals' in small tests: jest's own `expect` and `jest.fn`, and a runner that stops at the
// first failure.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { jestExpect } = require('@jest/expect');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

export const expect = jestExpect;
const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
  config: { rootDir: import.meta.dirname, fakeTimers: { enableGlobally: false } },
  global: globalThis,
});
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  setTimeout: () => undefined,
  useFakeTimers: (how) => timers.useFakeTimers(how),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (now) => timers.setSystemTime(now),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
};

let tests = [];
let path = [];
let befores = [];
let afters = [];
let closing = [];

/** A row of a jest table is a list of arguments, or a single argument that is not a list. */
const each = (register) => (table) => (title, run) =>
  table.forEach((row) =>
    register(`${title} ${String(row)}`, () => (Array.isArray(row) ? run(...row) : run(row))),
  );

function addTest(title, run) {
  tests.push({ title: [...path, title].join(' › '), run, befores: [...befores], afters: [...afters] });
}

export const test = Object.assign(addTest, { each: each(addTest) });
export const it = test;

function addGroup(title, register) {
  const outside = { path, befores, afters };
  path = [...path, title];
  befores = [...befores];
  afters = [...afters];
  register();
  ({ path, befores, afters } = outside);
}

export const describe = Object.assign(addGroup, { each: each(addGroup) });
export const beforeEach = (run) => befores.push(run);
export const afterEach = (run) => afters.unshift(run);
export const beforeAll = (run) => tests.push({ title: 'beforeAll', run, befores: [], afters: [] });
export const afterAll = (run) => closing.push(run);

/**
 * Runs the tests of the modules that were imported since the last call of this function.
 * @returns {Promise<{ count: number, failure?: string }>} the first failure, with its test
 */
export async function runRegistered() {
  const mine = tests;
  const last = closing;
  closing = [];
  tests = [];
  befores = [];
  afters = [];
  const failure = await firstFailure(mine);
  for (const close of last) await close();
  return { count: mine.length, ...(failure !== undefined && { failure }) };
}

async function firstFailure(list) {
  for (const { title, run, ...around } of list) {
    try {
      for (const before of around.befores) await before();
      await run();
      for (const after of around.afters) await after();
    } catch (error) {
      return `${title}: ${error?.message ?? error}`;
    }
  }
  return undefined;
}
