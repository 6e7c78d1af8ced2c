import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';

/** S14: each hash takes 19 MiB and a core. Never more than 4, and on a small machine not the whole thread pool. */
export const MOST_AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));
/** About half a second of waiting; more would only make everybody late. */
export const MOST_WAITING = 32;

/** Bounds how many passwords a process hashes at a time, so that a storm of sign-ins ends in 429 and not in no memory. */
@Injectable()
export class HashingSlots {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  /** @returns undefined when too many wait already; the work did not begin */
  async run<T>(work: () => Promise<T>): Promise<{ value: T } | undefined> {
    if (this.busy < MOST_AT_ONCE) this.busy += 1;
    else if (this.waiting.length >= MOST_WAITING) return undefined;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return { value: await work() };
    } finally {
      this.release();
    }
  }

  /** The slot goes to who waits longest without becoming free in between. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.busy -= 1;
  }
}
