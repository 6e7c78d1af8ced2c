import type { Redis } from 'ioredis';

/**
 * The time of the Redis server, in milliseconds. Ages of entries are measured against this clock, so that the clocks of
 * two machines are never compared. The process's monotonic clock measures the time since the last sample.
 */
export class RedisClock {
  private offset: number | undefined;

  /** Takes one sample, and assumes that the answer is half a round trip old. */
  async sample(redis: Redis): Promise<void> {
    const asked = performance.now();
    const [seconds, micros] = await redis.time();
    const answered = performance.now();
    this.offset = Number(seconds) * 1000 + Number(micros) / 1000 - (asked + answered) / 2;
  }

  /** The age of an entry in milliseconds; before the first sample, every entry counts as new. */
  ageOf(entryId: string): number {
    if (this.offset === undefined) return 0;
    return performance.now() + this.offset - Number(entryId.slice(0, entryId.indexOf('-')));
  }
}
