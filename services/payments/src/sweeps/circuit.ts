import type { ProviderAnswer } from '../cards/card-task.js';

/** Questions in a row without an answer after which nobody asks for a while. */
const OPENS_AFTER = 3;
const FIRST_PAUSE_MS = 5_000;
/** A payment that nobody reported waits for minutes anyway. */
const LONGEST_PAUSE_MS = 20_000;

/**
 * Whether one account at the card provider may be asked now. After three questions in a row without an answer it is left
 * alone, then one question tries whether it is back. Times in milliseconds of any one clock.
 */
export class Circuit {
  private failures = 0;
  private closedUntil = 0;
  private trying = false;

  /** @returns false when nobody should ask; whoever is let in calls `leave` */
  enter(now: number): boolean {
    if (this.failures < OPENS_AFTER) return true;
    if (now < this.closedUntil || this.trying) return false;
    this.trying = true;
    return true;
  }

  leave(answer: ProviderAnswer, now: number): void {
    this.trying = false;
    if (answer === 'ANSWERED') this.failures = 0;
    if (answer !== 'UNANSWERED') return;
    this.failures += 1;
    const pause = FIRST_PAUSE_MS * 2 ** Math.max(0, this.failures - OPENS_AFTER);
    this.closedUntil = now + Math.min(pause, LONGEST_PAUSE_MS);
  }
}
