/** What may be done at a pace, saved up for some seconds while nobody does it. */
export class Pace {
  private saved: number;
  private savedAt: number;
  private readonly most: number;

  /**
   * @param seconds of the pace that are saved at most
   * @param now milliseconds of a clock that only goes on
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

  /** Who takes more than is left owes nothing: what is taken while a pace does not hold must not slow what comes then. */
  take(): void {
    this.saved = Math.max(0, this.left() - 1);
  }
}
