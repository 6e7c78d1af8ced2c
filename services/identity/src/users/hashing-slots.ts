import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';

/**
 * The number of threads that hash passwords (S14). Each hash takes 19 MiB and one core, and one core stays free for
 * requests.
 */
export const HASHING_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** The number of passwords that are checked at once: while one check waits for the database, another one hashes. */
export const MOST_AT_ONCE = Math.max(2, HASHING_THREADS);
/** The number of sign-ins that may wait, about half a second's work; a longer queue would only delay everyone. */
export const MOST_WAITING = 32;
/**
 * The maximum time to wait, in milliseconds. A sign-in that would wait longer is refused, so on a slow machine fewer
 * than `MOST_WAITING` sign-ins wait at once.
 */
export const LONGEST_WAIT_MS = 1_000;
/** Work whose wait exceeds the allowed time multiplied by this factor is dropped, because its caller has given up. */
const TOO_LATE = 1.5;
/** The weight of the newest task in the average duration. */
const SHARE_OF_NEWEST = 0.2;

/**
 * A suspect is a caller whose address recently sent wrong passwords. After each check of a suspect's password, all
 * suspects pause. The pause is the duration of the check multiplied by this factor. So guesses take at most a third of
 * a core, and the pauses delay no other sign-in.
 */
export const REST_OF_SUSPECTS = 2;

export interface HashingOrder {
  /**
   * The longest wait in milliseconds. Work is refused at once if it would probably wait longer, and dropped later if it
   * has waited much longer.
   */
  readonly longestMs?: number;
  /** True if the work is for an address that recently sent wrong passwords. */
  readonly suspect?: boolean;
}

interface Waiting {
  readonly suspect: boolean;
  readonly start: () => void;
}

/**
 * Limits how many passwords a process hashes at a time, so that a flood of sign-ins leads to 429 instead of
 * exhausting the memory. All suspects share one slot, which they get only when nobody else waits.
 */
@Injectable()
export class HashingSlots {
  private busy = 0;
  /** True while a suspect has a slot, and during the pause after it. */
  private suspectsBusy = false;
  private averageMs = 50;
  private readonly others: Waiting[] = [];
  private readonly suspects: Waiting[] = [];

  /**
   * @returns the result of the work; undefined, without starting the work, when too much other work waits or this work
   * has waited too long
   */
  async run<T>(
    work: () => Promise<T>,
    { longestMs = Number.POSITIVE_INFINITY, suspect = false }: HashingOrder = {},
  ): Promise<{ value: T } | undefined> {
    if (this.isFree(suspect)) this.take(suspect);
    else if (this.isFull(suspect, longestMs)) return undefined;
    else if (!(await this.turnWithin(longestMs * TOO_LATE, suspect))) return undefined;
    const began = performance.now();
    try {
      return { value: await work() };
    } finally {
      const ms = performance.now() - began;
      this.averageMs += (ms - this.averageMs) * SHARE_OF_NEWEST;
      this.release(suspect, ms * REST_OF_SUSPECTS);
    }
  }

  private async turnWithin(ms: number, suspect: boolean): Promise<boolean> {
    const asked = performance.now();
    await new Promise<void>((start) => this.lineOf(suspect).push({ suspect, start }));
    const inTime = performance.now() - asked <= ms;
    if (!inTime) this.release(suspect, 0);
    return inTime;
  }

  private lineOf(suspect: boolean): Waiting[] {
    return suspect ? this.suspects : this.others;
  }

  /**
   * True if no further task may wait. One task may always wait: if all were refused, none would finish, and a high
   * average duration would never fall again.
   */
  private isFull(suspect: boolean, longestMs: number): boolean {
    const { length } = this.lineOf(suspect);
    if (length >= MOST_WAITING) return true;
    const eachMs = suspect ? this.averageMs * (1 + REST_OF_SUSPECTS) : this.averageMs / MOST_AT_ONCE;
    return length > 0 && (length + 1) * eachMs > longestMs;
  }

  private isFree(suspect: boolean): boolean {
    return this.busy < MOST_AT_ONCE && !(suspect && this.suspectsBusy);
  }

  private take(suspect: boolean): void {
    this.busy += 1;
    if (suspect) this.suspectsBusy = true;
  }

  private release(suspect: boolean, restMs: number): void {
    this.busy -= 1;
    if (suspect) setTimeout(() => this.endRest(), restMs).unref();
    this.startNext();
  }

  private endRest(): void {
    this.suspectsBusy = false;
    this.startNext();
  }

  /** Starts the task that has waited longest. A suspect's task starts only when no other task waits. */
  private startNext(): void {
    const line = this.others.length > 0 ? this.others : this.suspects;
    const [next] = line;
    if (!next || !this.isFree(next.suspect)) return;
    line.shift();
    this.take(next.suspect);
    next.start();
  }
}
