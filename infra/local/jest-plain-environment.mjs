// Jest's environment for tests that run in Node, with an ordinary global object and without leftover timers.
//
// Jest's own global object is a proxy inside a context with interceptors, so each use of a global name (`Promise`,
// `Math`) calls the proxy and an interceptor. This took 7 % of the processor time of the services' tests. A timer that
// a test leaves behind keeps all modules of the test's file in memory.
import { constants, createContext, runInContext } from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { ModuleMocker } from 'jest-mock';

/** Tests and Node's own modules share these classes, so that `instanceof` holds for what Node returns. */
const SHARED_CLASSES = ['ArrayBuffer', 'Uint8Array'];

/** Timers of at least this many milliseconds end with the environment; shorter ones end soon enough by themselves. */
const LONG_MS = 1000;

export default class PlainEnvironment extends NodeEnvironment {
  /** @type {Set<NodeJS.Timeout>} */
  timers = new Set();

  constructor(config, context) {
    super(config, context);
    const prepared = this.global;
    this.context = createContext(constants.DONT_CONTEXTIFY);
    this.global = runInContext('globalThis', this.context);
    copyGlobals(prepared, this.global);
    this.global.setTimeout = this.recorded(prepared.setTimeout, LONG_MS);
    this.global.setInterval = this.recorded(prepared.setInterval, -Infinity);
    this.moduleMocker = new ModuleMocker(this.global);
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: this.global });
  }

  /** Wraps `setTimer`, so that its timers of at least `shortest` milliseconds end with the environment. */
  recorded(setTimer, shortest) {
    const { timers } = this;
    const recording = (callback, delay, ...values) => {
      const timer = setTimer(callback, delay, ...values);
      if (!(delay < shortest)) timers.add(timer);
      return timer;
    };
    // `promisify` finds its own variant of a timer function under a symbol, so properties with symbols must be copied
    return Object.defineProperties(recording, Object.getOwnPropertyDescriptors(setTimer));
  }

  /** @override */
  async teardown() {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    await super.teardown();
  }
}

/** Gives `global` what jest prepared for its own global object: the globals of Node and of jest. */
function copyGlobals(prepared, global) {
  for (const key of Reflect.ownKeys(prepared)) {
    if (!Object.hasOwn(global, key)) Object.defineProperty(global, key, asOwnProperty(prepared, key, global));
  }
  for (const key of SHARED_CLASSES) global[key] = prepared[key];
  global.global = global;
  global.Error.stackTraceLimit = prepared.Error.stackTraceLimit;
}

/** Node's getters work only on Node's own global object, and must not run before a test needs their values. */
function asOwnProperty(prepared, key, global) {
  const described = Object.getOwnPropertyDescriptor(prepared, key) ?? {};
  if ('value' in described) return described;
  const { configurable, enumerable } = described;
  return {
    configurable,
    enumerable,
    get: () => prepared[key],
    set: (value) => Object.defineProperty(global, key, { configurable, enumerable, writable: true, value }),
  };
}
