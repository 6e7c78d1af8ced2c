// When which fault strikes: all of it follows from the seed.
import { setTimeout as sleep } from 'node:timers/promises';
import { weightedIndex } from '../../local/demo/random.mjs';
import { kinds } from './kinds.mjs';

/** Everything that went wrong on purpose, by kind. */
export class Tally {
  #struck = new Map();
  lines = [];

  add(id, text) {
    this.#struck.set(id, (this.#struck.get(id) ?? 0) + 1);
    this.lines.push(`${new Date().toISOString()} ${id} ${text}`);
  }

  /** What was asked for and did not happen. */
  forget(id, count) {
    this.#struck.set(id, this.of(id) - count);
  }

  of(id) {
    return this.#struck.get(id) ?? 0;
  }

  get total() {
    return [...this.#struck.values()].reduce((sum, count) => sum + count, 0);
  }
}

/**
 * Strikes until `isOver`, with pauses of a few seconds; several faults may be under way at once, but not two of the
 * same thing. @returns when the last one has ended
 */
export async function storm({ stack, random, tally, isOver, pause = [1_000, 4_000] }) {
  const next = weightedIndex(
    random,
    kinds.map(({ weight }) => weight),
  );
  const taken = new Set();
  const underWay = new Set();
  const strike = async ({ id, needs, strike: act }) => {
    if (needs) taken.add(needs);
    try {
      const text = await act({ stack, random });
      if (text) tally.add(id, text);
    } finally {
      if (needs) taken.delete(needs);
    }
  };
  while (!isOver()) {
    const kind = kinds[next()];
    if (!taken.has(kind.needs)) {
      const running = strike(kind).finally(() => underWay.delete(running));
      underWay.add(running);
    }
    await sleep(random.between(...pause));
  }
  await Promise.all(underWay);
}
