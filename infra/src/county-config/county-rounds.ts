import type { Clock } from '../clock/index.js';

/**
 * The longest time for which a county is not checked. It is limited, because facts about changed settings may be lost.
 */
const LONGEST_REST_MS = 10 * 60_000;

/** Counts the changes of a county's settings, as `CountySections` does. */
export interface SettingsChanges {
  changesOf(county: string): number;
}

interface Rest {
  readonly changes: number;
  readonly from: number;
  readonly until: number;
}

/**
 * Skips counties without work, so that not every round checks every county. A round checks a county in four cases: its
 * settings have changed, the caller knows of work, the last check expected work at this time, or the last check was ten
 * minutes ago. A failed check is repeated in the next round.
 */
export class CountyRounds {
  private readonly resting = new Map<string, Rest>();

  constructor(
    private readonly settings: SettingsChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * @param work resolves with the next time at which the county may have work; undefined when none is known
   * @param hasWork if true, the county is checked even if it is not due yet
   * @throws what `work` throws
   */
  async look(county: string, work: () => Promise<Date | undefined>, hasWork = false): Promise<void> {
    // read before the work, so that a change during the work is not missed
    const changes = this.settings.changesOf(county);
    if (!hasWork && this.isResting(county, changes)) return;
    this.resting.delete(county);
    const next = await work();
    const from = this.clock.now().getTime();
    const until = Math.min(next?.getTime() ?? Infinity, from + LONGEST_REST_MS);
    if (until > from) this.resting.set(county, { changes, from, until });
  }

  /** True if the county is not due yet. If the clock was turned back to before the last check, the county is due. */
  private isResting(county: string, changes: number): boolean {
    const rest = this.resting.get(county);
    const now = this.clock.now().getTime();
    return rest !== undefined && rest.changes === changes && rest.from <= now && now < rest.until;
  }
}
