interface Copy<V> {
  readonly value: Promise<V>;
  readonly readAt: number;
  settled: boolean;
}

/**
 * Values by key that are read once and kept for at most `maxAgeMs`. Concurrent callers share one read; a read that
 * fails is not kept.
 */
export class FreshCopies<V> {
  private readonly copies = new Map<string, Copy<V>>();

  constructor(
    private readonly maxAgeMs: number,
    private readonly read: (key: string) => Promise<V>,
  ) {}

  get(key: string): Promise<V> {
    const kept = this.copies.get(key);
    if (kept && performance.now() - kept.readAt < this.maxAgeMs) return kept.value;
    const copy: Copy<V> = { value: this.read(key), readAt: performance.now(), settled: false };
    this.copies.set(key, copy);
    copy.value.then(
      () => (copy.settled = true),
      () => this.copies.get(key) === copy && this.copies.delete(key),
    );
    return copy.value;
  }

  /** True when `get` answers without a read. */
  has(key: string): boolean {
    const kept = this.copies.get(key);
    return kept !== undefined && kept.settled && performance.now() - kept.readAt < this.maxAgeMs;
  }

  drop(key: string): void {
    this.copies.delete(key);
  }

  clear(): void {
    this.copies.clear();
  }
}
