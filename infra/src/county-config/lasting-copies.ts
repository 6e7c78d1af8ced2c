import { FreshCopies } from './fresh-copies.js';

/** How long callers wait for a new copy if they could use an outdated one. */
const PATIENCE_MS = 250;
/** For this long after a failed read, callers get the old value at once, without waiting for another read. */
const RETRY_MS = 2_000;

/**
 * Like `FreshCopies`, but keeps the last value. While the source is unavailable or slow, callers get the last value
 * instead of an error. Callers that must have the current value use `getCurrent`.
 */
export class LastingCopies<V> {
  private readonly fresh: FreshCopies<V>;
  /** The last values, each with the number of changes that were known when its read began. */
  private readonly known = new Map<string, { readonly value: V; readonly changes: number }>();
  private readonly failedAt = new Map<string, number>();
  private readonly changes = new Map<string, number>();
  private changesOfAll = 0;

  /** @param onLastKnown called for each failed read after which callers get the last value instead */
  constructor(
    maxAgeMs: number,
    read: (key: string) => Promise<V>,
    private readonly onLastKnown: (error: unknown) => void = () => undefined,
  ) {
    this.fresh = new FreshCopies(maxAgeMs, read);
  }

  /** @throws the error of the read, when no value was ever read */
  async get(key: string): Promise<V> {
    const last = this.known.get(key);
    if (last === undefined || this.fresh.has(key)) return this.getCurrent(key);
    if (performance.now() - (this.failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < RETRY_MS)
      return last.value;
    const reading = this.getCurrent(key).catch((error: unknown) => {
      this.onLastKnown(error);
      return last.value;
    });
    const mayAnswer = last.changes < this.changesOf(key) && !this.failedAt.has(key);
    return mayAnswer ? reading : patiently(reading, last.value);
  }

  /**
   * Like `get`, but never returns an outdated value.
   * @throws the error of the read, when no fresh copy exists
   */
  async getCurrent(key: string): Promise<V> {
    const changes = this.changesOf(key);
    try {
      const value = await this.fresh.get(key);
      // keeps the newer value: a read that began before a change may end after a read that began after the change
      if (changes >= (this.known.get(key)?.changes ?? 0)) this.known.set(key, { value, changes });
      if (changes === this.changesOf(key)) this.failedAt.delete(key);
      return value;
    } catch (error) {
      // ignores the failure of a read that began before the latest change, so that the next call reads again
      if (changes === this.changesOf(key)) this.failedAt.set(key, performance.now());
      throw error;
    }
  }

  /** Marks the value as changed. The next call reads the value again, and uses the old value only if the read fails. */
  drop(key: string): void {
    this.fresh.drop(key);
    this.failedAt.delete(key);
    this.changes.set(key, (this.changes.get(key) ?? 0) + 1);
  }

  /** Marks all values as changed. */
  clear(): void {
    this.fresh.clear();
    this.failedAt.clear();
    this.changesOfAll += 1;
  }

  private changesOf(key: string): number {
    return this.changesOfAll + (this.changes.get(key) ?? 0);
  }
}

async function patiently<V>(reading: Promise<V>, last: V): Promise<V> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<V>((resolve) => {
    timer = setTimeout(() => resolve(last), PATIENCE_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
