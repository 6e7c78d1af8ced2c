import type { Clock } from '../clock/index.js';

/** A clock that changes only when a test sets it. */
export class TestClock implements Clock {
  private instant: Date;

  /** @param at an instant such as '2026-03-01T18:00:00Z' */
  constructor(at: string) {
    this.instant = new Date(at);
  }

  now(): Date {
    return new Date(this.instant);
  }

  set(at: string): void {
    this.instant = new Date(at);
  }

  /** Moves forward by this many milliseconds, or back if negative. */
  advance(ms: number): void {
    this.instant = new Date(this.instant.getTime() + ms);
  }
}
