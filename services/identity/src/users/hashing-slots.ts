import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';

/** S14: each hash takes 19 MiB and a core. At most 4 at a time, and one core stays free for requests. */
export const HASHING_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** Passwords checked at once: while one waits for the database, another is hashed. */
export const MOST_AT_ONCE = Math.max(2, HASHING_THREADS);
/** About half a second of waiting; more would only delay everyone. */
export const MOST_WAITING = 32;
/** On a busy machine fewer sign-ins may wait, so that admitted ones are answered in time. */
export const LONGEST_WAIT_MS = 1_000;
/** Work that has waited this much longer is dropped at its turn, because its caller has given up. */
const TOO_LATE = 1.5;
/** Weight of the newest task in the average duration. */
const SHARE_OF_NEWEST = 0.2;

/**
 * Limits how many passwords a process hashes at a time, so that a storm of sign-ins ends in 429 instead of exhausting
 * the memory.
 */
@Injectable()
export class HashingSlots {
  private busy = 0;
  private averageMs = 50;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param longestMs work that would probably wait longer, or has waited longer, is refused
   * @returns undefined when too many wait already or it waited too long; the work did not start
   */
  async run<T>(
    work: () => Promise<T>,
    longestMs = Number.POSITIVE_INFINITY,
  ): Promise<{ value: T } | undefined> {
    if (this.busy < MOST_AT_ONCE) this.busy += 1;
    else if (this.isFull(longestMs)) return undefined;
    else if (!(await this.turnWithin(longestMs * TOO_LATE))) return undefined;
    const began = performance.now();
    try {
      return { value: await work() };
    } finally {
      this.averageMs += (performance.now() - began - this.averageMs) * SHARE_OF_NEWEST;
      this.release();
    }
  }

  private async turnWithin(ms: number): Promise<boolean> {
    const asked = performance.now();
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    const inTime = performance.now() - asked <= ms;
    if (!inTime) this.release();
    return inTime;
  }

  /** One task may always wait, because that is the only way to notice that work has become quick again. */
  private isFull(longestMs: number): boolean {
    const { length } = this.waiting;
    if (length >= MOST_WAITING) return true;
    return length > 0 && ((length + 1) * this.averageMs) / MOST_AT_ONCE > longestMs;
  }

  /** Passes the slot directly to the task that waits longest. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.busy -= 1;
  }
}
