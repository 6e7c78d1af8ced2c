/** Limits actions to a rate. Unused actions are saved up for some seconds. */
export class Pace {
  private saved: number;
  private savedAt: number;
  private readonly most: number;

  /**
   * @param seconds how many seconds' worth of actions can be saved up
   * @param now returns the milliseconds of a monotonic clock
   */
  constructor(
    private readonly perSecond: number,
    seconds: number,
    private readonly now: () => number,
  ) {
    this.most = Math.max(1, perSecond * seconds);
    this.saved = this.most;
    this.savedAt = now();
  }

  left(): number {
    const now = this.now();
    const since = ((now - this.savedAt) * this.perSecond) / 1_000;
    this.saved = Math.min(this.most, this.saved + since);
    this.savedAt = now;
    return this.saved;
  }

  isOverHalfFull(): boolean {
    return this.left() > this.most / 2;
  }

  /**
   * Counts one action. It may be called even when no action is left: the number of saved-up actions never falls below
   * zero, so that such an action does not delay later ones.
   */
  take(): void {
    this.saved = Math.max(0, this.left() - 1);
  }
}
