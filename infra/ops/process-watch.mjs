// While a drill makes a server or a process unavailable, checks once a second whether each process is ready and reads
// its metrics.
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from './process-cost.mjs';

const LOOK_MS = 1_000;

export class ProcessWatch {
  /** Names of the processes that were not ready in at least one check. */
  unready = new Set();
  /** The largest number of calls that waited for a database connection at the same time in one process. */
  callsWaiting = 0;
  #over = false;

  /** @param {import('./fleet.mjs').Fleet} fleet */
  constructor(fleet) {
    this.fleet = fleet;
    this.looking = this.#run();
  }

  /**
   * The longest time, in seconds, that facts of a process waited to be written to the event log, according to its
   * metrics.
   */
  async factsWaitSeconds() {
    const ages = await Promise.all(
      this.fleet.replicas.map((replica) => metricOf(replica, 'facts_unpublished_seconds')),
    );
    return Math.max(...ages);
  }

  /** @returns {Map<string, number>} the memory that each process uses, by the name of the process */
  megabytes() {
    return new Map(this.fleet.replicas.map(({ name, child }) => [name, residentMegabytes(child.pid)]));
  }

  async end() {
    this.#over = true;
    await this.looking;
  }

  async #run() {
    while (!this.#over) {
      await Promise.all(this.fleet.replicas.map((replica) => this.#look(replica)));
      await sleep(LOOK_MS);
    }
  }

  async #look(replica) {
    // a process that is being replaced drains, so it is not ready and must not count
    if (!(await replica.isReady()) && !replica.leaving) this.unready.add(replica.name);
    this.callsWaiting = Math.max(this.callsWaiting, await metricOf(replica, 'database_calls_waiting'));
  }
}

/** The largest value of a metric, over all its labels; 0 when the process does not answer or lacks the metric. */
async function metricOf({ probes }, metric) {
  const text = await fetch(`${probes}/metrics`, { signal: AbortSignal.timeout(5_000) })
    .then((answer) => answer.text())
    .catch(() => '');
  return largestOf(text, metric);
}

/** @param {string} text metrics in the format of Prometheus */
export const largestOf = (text, metric) =>
  Math.max(
    0,
    ...[...text.matchAll(new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)$`, 'gm'))].map(([, value]) =>
      Number(value),
    ),
  );
