import type { ProviderAnswer } from '../cards/card-task.js';

/** The number of consecutive unanswered calls after which the portal stops calling for a while. */
const OPENS_AFTER = 3;
const FIRST_PAUSE_MS = 5_000;
/** The longest pause between calls. It is short compared with the minutes after which a sweep checks a payment. */
const LONGEST_PAUSE_MS = 20_000;

/**
 * Decides whether an account at the card provider may be called now. After three consecutive unanswered calls, the
 * account is not called during a pause; then one call tests whether the account answers again. All times are
 * milliseconds of the same clock.
 */
export class Circuit {
  private failures = 0;
  private closedUntil = 0;
  private trying = false;

  /** @returns false when the caller must not call the account; otherwise the caller must call `leave` afterwards */
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
