import { randomUUID } from 'node:crypto';
import type { Database } from '../db/index.js';
import type { Log } from '../log/index.js';
import { type Leased, type LeasedRows, WorkTaken } from './leased-rows.js';
import type { Wake } from './on-job.js';

/**
 * Does the next step of the work that `owner` has leased. The step must be repeatable, because a process may die after
 * it has done the step and before it has recorded that.
 * @param stopping aborts when the process ends; a long step then throws, and another process begins it again
 */
export type NextStep<Work> = (
  county: string,
  work: Work,
  owner: string,
  stopping: AbortSignal,
) => Promise<void>;

interface LeasedWorkOptions<Work extends Leased> {
  readonly database: Database;
  readonly rows: LeasedRows<never, Work>;
  readonly next: NextStep<Work>;
  readonly log: Log;
  /** The name of the work in the log: 'the purge of users'. */
  readonly what: string;
}

/**
 * Works through the leased rows of counties, step by step. The lease in the row decides which process does the work; a
 * job only wakes the processes.
 */
export class LeasedWork<Work extends Leased> {
  private readonly ending = new AbortController();

  constructor(private readonly o: LeasedWorkOptions<Work>) {}

  /** Works on the county that the wake-up names, or on all counties with work. */
  async run({ county }: Wake): Promise<void> {
    const { database, rows, log, what } = this.o;
    const counties = county ? [county] : await database.asWorker((tx) => rows.listCountiesWithWork(tx));
    for (const each of counties) {
      // a county whose work fails must not stop the work of other counties; the job's next run tries the work again
      await this.work(each).catch((error: unknown) =>
        log.error({ err: error, county: each }, `${what} did not go on`),
      );
    }
  }

  /**
   * Does all waiting work of a county, except work that other processes have leased. Work that fails waits for the
   * job's next run and does not stop the rest.
   * @throws the first failure, after the rest is done
   */
  async work(county: string): Promise<void> {
    const failures = new Map<string, Error>();
    for (;;) {
      const owner = randomUUID();
      const work = await this.o.database.withCounty(county, (tx) =>
        this.o.rows.take(tx, owner, [...failures.keys()]),
      );
      if (!work) break;
      try {
        if (!(await this.finish(county, work, owner))) break;
      } catch (error) {
        failures.set(work.id, error instanceof Error ? error : new Error(String(error)));
      }
    }
    for (const failure of failures.values()) throw failure;
  }

  /** Ends after the running step, so that other processes can continue at once. */
  end(): void {
    this.ending.abort();
  }

  /** @returns false when other processes should do the rest of the county's work */
  private async finish(county: string, taken: Work, owner: string): Promise<boolean> {
    const { database, rows, next, log, what } = this.o;
    const { id } = taken;
    const { signal } = this.ending;
    const giveBack = () => database.withCounty(county, (tx) => rows.giveBack(tx, id, owner));
    try {
      for (let work: Work | undefined = taken; ;) {
        if (!work) return true;
        if (!rows.isActive(work)) {
          log.info({ county, id, state: work.state }, `${what} has ended`);
          return true;
        }
        if (signal.aborted) {
          await giveBack();
          return false;
        }
        await next(county, work, owner, signal);
        work = await database.withCounty(county, (tx) => rows.find(tx, id));
      }
    } catch (error) {
      if (error instanceof WorkTaken) return true;
      await giveBack();
      if (signal.aborted) return false;
      throw error;
    }
  }
}
