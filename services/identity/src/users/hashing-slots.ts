import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';

/** S14: each hash takes 19 MiB and a core. Never more than 4 at a time, and one core is left for serving. */
export const HASHING_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** Passwords that are looked at: while one waits for the database, another one's is hashed. */
export const MOST_AT_ONCE = Math.max(2, HASHING_THREADS);
/** About half a second of waiting; more would only make everybody late. */
export const MOST_WAITING = 32;
/** On a machine that is busy with other things fewer sign-ins may wait: who is let in is answered in time. */
export const LONGEST_WAIT_MS = 1_000;
/** Who has waited so much longer than that when its turn comes is too late: nobody waits for the answer any more. */
const TOO_LATE = 1.5;
/** Of the newest work in the average of how long work takes. */
const SHARE_OF_NEWEST = 0.2;

/** Bounds how many passwords a process hashes at a time, so that a storm of sign-ins ends in 429 and not in no memory. */
@Injectable()
export class HashingSlots {
  private busy = 0;
  private averageMs = 50;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param longestMs the work is refused when it would have to wait longer, as far as one can tell, or had to
   * @returns undefined when too many wait already, or it waited too long; the work did not begin
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

  /** One may always wait, however long work takes: it is the only way to learn that it has become quick again. */
  private isFull(longestMs: number): boolean {
    const { length } = this.waiting;
    if (length >= MOST_WAITING) return true;
    return length > 0 && ((length + 1) * this.averageMs) / MOST_AT_ONCE > longestMs;
  }

  /** The slot goes to who waits longest without becoming free in between. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.busy -= 1;
  }
}
