// Decides which fault strikes at what time. The same seed leads to the same decisions.
import { setTimeout as sleep } from 'node:timers/promises';
import { weightedIndex } from '../../local/demo/random.mjs';
import { kinds } from './kinds.mjs';

/** Counts the faults by kind. */
export class Tally {
  #struck = new Map();
  lines = [];

  add(id, text) {
    this.#struck.set(id, (this.#struck.get(id) ?? 0) + 1);
    this.lines.push(`${new Date().toISOString()} ${id} ${text}`);
  }

  /**
   * Reduces the counts by the faults that were requested at failpoints but did not happen.
   * @param {string[]} actions
   */
  forget(actions) {
    for (const action of actions) {
      const id = action.startsWith('block') ? 'F15' : 'F2';
      this.#struck.set(id, this.of(id) - 1);
    }
  }

  of(id) {
    return this.#struck.get(id) ?? 0;
  }

  get total() {
    return [...this.#struck.values()].reduce((sum, count) => sum + count, 0);
  }
}

/**
 * Starts faults until `isOver` is true, with pauses of a few seconds. Several faults may be under way at once, but not
 * two that need the same resource, and a fault that must be alone waits until all others have ended. Once `isLate` is
 * true, kinds that have not struck often enough go first.
 * @param {{ stack: object, random: object, tally: Tally, isOver: () => boolean, isLate: () => boolean, least:
 * Record<string, number> }} o `least`: the minimum number of strikes by kind
 * @returns {Promise<string[]>} the violations that faults found while they struck; resolves after the last fault
 */
export async function storm({ stack, random, tally, isOver, isLate, least, pause = [1_000, 4_000] }) {
  const next = weightedIndex(
    random,
    kinds.map(({ weight }) => weight),
  );
  const taken = new Set();
  const underWay = new Set();
  const broken = [];
  const tried = new Map();
  const violate = (text) => broken.push(text);
  const strike = async ({ id, needs, strike: act }) => {
    if (needs) taken.add(needs);
    tried.set(id, (tried.get(id) ?? 0) + 1);
    try {
      const text = await act({ stack, random, tally, violate });
      if (text) tally.add(id, text);
    } catch (error) {
      broken.push(`the harness could not strike ${id}: ${error.stack}`);
    } finally {
      if (needs) taken.delete(needs);
    }
  };
  /** A kind of fault that has struck less often than its minimum, can strike now, and has not failed too often. */
  const owed = () =>
    kinds.find(({ id, needs }) => {
      const count = least[id] ?? 0;
      return tally.of(id) < count && !taken.has(needs) && (tried.get(id) ?? 0) < 3 * count;
    });
  while (!isOver()) {
    const kind = (isLate() && owed()) || kinds[next()];
    if (kind.alone) {
      await Promise.all(underWay);
      if (!isOver()) await strike(kind);
    } else if (!taken.has(kind.needs)) {
      const running = strike(kind).finally(() => underWay.delete(running));
      underWay.add(running);
    }
    await sleep(random.between(...pause));
  }
  await Promise.all(underWay);
  return broken;
}
