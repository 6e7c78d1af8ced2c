import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { AnswerFiles } from './answer-files.js';

/** How long a file must be unchanged before it is read, because its sender may still be writing it. */
const SETTLED_MS = 5_000;
/** How long a sender may write a file under another name before the sender gives the file its final name. */
const SENDING_MS = 60 * 60_000;
/** Maximum number of files of one county that a turn reads; the next turn reads the rest. */
const AT_ONCE = 200;
const MOST_ODD = 25;

/** The form of file names that are read. */
const READ = /^[A-Za-z0-9][A-Za-z0-9._=@+-]{0,150}\.xml$/i;
/** The form of file names that the object store accepts in a request. */
const ASKED = /^[A-Za-z0-9._=@+-]{1,150}$/;

/** The files of a county's folder. */
export interface Listed {
  /** The names in the order in which the files are read. */
  readonly names: readonly string[];
  /** The names of files that are not read, because their names do not have the form `READ`. */
  readonly odd: readonly string[];
}

/**
 * Lists the folder of answers. Files that were not tried yet come first, then the files that have waited longest, so
 * that a file that cannot be applied yet does not delay others.
 */
@Injectable()
export class AnswerListing {
  /** For each waiting file, the number of its last attempt. Attempts are numbered across all files. */
  private readonly tried = new Map<string, number>();
  private tries = 0;
  /** Files with a date in the future: the version that was seen, and when it was first seen. */
  private readonly early = new Map<string, { readonly etag: string; readonly since: number }>();

  constructor(
    private readonly reading: AnswerFiles,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param prefix the folder, ending in a slash */
  async list(prefix: string): Promise<Listed> {
    const before = [...this.tried.keys()].filter((key) => key.startsWith(prefix));
    const left = new Set<string>();
    const listed = new Set<string>();
    const odd: string[] = [];
    let keys: string[] = [];
    for await (const key of this.reading.store.list(prefix)) {
      const name = key.slice(prefix.length);
      if (this.early.has(key)) listed.add(key);
      if (!READ.test(name)) {
        if (odd.length < MOST_ODD && (await this.isOdd(key, name))) odd.push(name);
        continue;
      }
      if (this.tried.has(key)) left.add(key);
      keys.push(key);
      // keeps only as many keys as this turn needs, however many files there are
      if (keys.length >= 2 * AT_ONCE) keys = this.first(keys);
    }
    for (const key of before) if (!left.has(key)) this.tried.delete(key);
    for (const key of this.early.keys())
      if (key.startsWith(prefix) && !listed.has(key)) this.early.delete(key);
    return { names: this.first(keys).map((key) => key.slice(prefix.length)), odd };
  }

  /** True when the file is no longer being written. */
  async isSettled(key: string): Promise<boolean> {
    return (await this.ageOf(key)) >= SETTLED_MS;
  }

  /** Puts the file after all other files. */
  waits(key: string): void {
    this.tried.set(key, (this.tries += 1));
  }

  private first(keys: readonly string[]): string[] {
    const turn = (key: string): number => this.tried.get(key) ?? 0;
    const byTurn = (one: string, other: string): number => turn(one) - turn(other) || (one < other ? -1 : 1);
    return keys.toSorted(byTurn).slice(0, AT_ONCE);
  }

  private async isOdd(key: string, name: string): Promise<boolean> {
    // S3 consoles create folders as empty objects
    if (name === '' || name.endsWith('/')) return false;
    return !ASKED.test(name) || (await this.ageOf(key)) >= SENDING_MS;
  }

  /**
   * Returns the milliseconds since the file last changed, or since it was first seen if its date is in the future;
   * minus infinity if the file is gone.
   */
  private async ageOf(key: string): Promise<number> {
    const found = await this.reading.store.find(key);
    if (!found) return Number.NEGATIVE_INFINITY;
    const now = this.clock.now().getTime();
    const age = now - found.changedAt.getTime();
    if (age >= 0) return age;
    // the sender sets the date of the file, and the sender's clock is ahead of ours
    const seen = this.early.get(key);
    if (seen?.etag === found.etag) return now - seen.since;
    this.early.set(key, { etag: found.etag, since: now });
    return 0;
  }
}
