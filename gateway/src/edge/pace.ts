/** Limits actions to a rate; actions that nobody used are saved up for some seconds. */
export class Pace {
  private saved: number;
  private savedAt: number;
  private readonly most: number;

  /**
   * @param seconds of the rate that can be saved
   * @param now milliseconds of a monotonic clock
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

  /** Takes one action. At least zero are left, so that actions taken without the limit do not slow later ones. */
  take(): void {
    this.saved = Math.max(0, this.left() - 1);
  }
}
