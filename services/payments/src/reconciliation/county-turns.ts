import { Turns, type Clock } from '@portal/infra/clock';
import { CountyRounds } from '@portal/infra/county-config';
import { openLog } from '@portal/infra/log';
import type { Counties } from './counties.js';
import type { CountyZone } from './reconciler.js';

const log = openLog('payments');

export interface CountyTurnsOptions {
  readonly everyMs: number;
  /**
   * Does the work for a county. Resolves with the next time at which the county may have work; undefined when none is
   * known.
   */
  readonly work: (county: CountyZone) => Promise<Date | undefined>;
  /** Called at the beginning of a turn. */
  readonly onList?: (counties: readonly CountyZone[]) => void;
  /** What the log says when the counties cannot be listed, or when the work for a county fails. */
  readonly faults: { readonly list: string; readonly work: string };
}

/**
 * Does the same work for all counties, again and again, in every process. Rows in the database keep two processes from
 * doing the same work.
 */
export class CountyTurns {
  private readonly turns: Turns;
  private readonly rounds: CountyRounds;

  constructor(
    private readonly counties: Counties,
    clock: Clock,
    private readonly o: CountyTurnsOptions,
  ) {
    this.rounds = new CountyRounds(counties, clock);
    this.turns = new Turns({
      everyMs: o.everyMs,
      work: () => this.run(),
      onFault: (error) => log.warn({ err: error }, o.faults.list),
    });
  }

  start(): void {
    this.turns.start();
  }

  /** Begins no further turn. The promise resolves when the turn under way, if any, is over. */
  stop(): Promise<void> {
    return this.turns.stop();
  }

  /**
   * Does one turn for all counties. A county that fails does not delay the others, and is tried again in the next turn.
   */
  async run(): Promise<void> {
    const counties = await this.counties.list();
    this.o.onList?.(counties);
    for (const county of counties) {
      const looked = this.rounds.look(county.county, () => this.o.work(county));
      await looked.catch((error: unknown) =>
        log.error({ err: error, county: county.county }, this.o.faults.work),
      );
    }
  }
}
