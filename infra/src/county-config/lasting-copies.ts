import { FreshCopies } from './fresh-copies.js';

/** How long callers wait for a new copy while they could use the outdated one. */
const PATIENCE_MS = 250;
/** How long after a failed read callers get the old value without waiting. */
const RETRY_MS = 2_000;

/**
 * Like `FreshCopies`, but keeps the last value. While the source is unavailable or slow, callers get the last value
 * instead of an error. Callers that must have the current value use `getCurrent`.
 */
export class LastingCopies<V> {
  private readonly fresh: FreshCopies<V>;
  private readonly known = new Map<string, V>();
  private readonly failedAt = new Map<string, number>();
  /** Keys whose last value is known to be outdated. */
  private readonly outdated = new Map<string, object>();

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
    if (performance.now() - (this.failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) return last;
    const reading = this.getCurrent(key).catch((error: unknown) => {
      this.onLastKnown(error);
      return last;
    });
    const mayAnswer = this.outdated.has(key) && !this.failedAt.has(key);
    return mayAnswer ? reading : patiently(reading, last);
  }

  /**
   * Like `get`, but never returns an outdated value.
   * @throws the error of the read, when no fresh copy exists
   */
  async getCurrent(key: string): Promise<V> {
    const outdated = this.outdated.get(key);
    try {
      const value = await this.fresh.get(key);
      this.known.set(key, value);
      this.failedAt.delete(key);
      if (this.outdated.get(key) === outdated) this.outdated.delete(key);
      return value;
    } catch (error) {
      this.failedAt.set(key, performance.now());
      throw error;
    }
  }

  /** Marks the value as changed. The next call reads the value again, and uses the old value only if the read fails. */
  drop(key: string): void {
    this.fresh.drop(key);
    this.failedAt.delete(key);
    this.outdated.set(key, {});
  }

  clear(): void {
    for (const key of this.known.keys()) this.drop(key);
    this.fresh.clear();
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
