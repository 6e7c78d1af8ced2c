import { FreshCopies } from './fresh-copies.js';

/** How long callers wait for a copy that is only too old. */
const PATIENCE_MS = 250;
/** After a read that failed nobody waits for the next one for so long. */
const RETRY_MS = 2_000;

/**
 * Like `FreshCopies`, and what was read last outlives its source: while that is away or slow, callers get the last
 * value instead of an error. Who must have the current value asks for it by name.
 */
export class LastingCopies<V> {
  private readonly fresh: FreshCopies<V>;
  private readonly known = new Map<string, V>();
  private readonly failedAt = new Map<string, number>();
  /** Keys whose last value is known to be of the past. */
  private readonly outdated = new Map<string, object>();

  /** @param onLastKnown hears of each read that failed while a last value is there */
  constructor(
    maxAgeMs: number,
    read: (key: string) => Promise<V>,
    private readonly onLastKnown: (error: unknown) => void = () => undefined,
  ) {
    this.fresh = new FreshCopies(maxAgeMs, read);
  }

  /** @throws what the read throws, when nothing was ever read */
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

  /** @throws what the read throws, when there is no fresh copy */
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

  /** The value has changed: it is read anew, and the last one is only for when that fails. */
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
