import type { Redis } from 'ioredis';

/**
 * The time of the Redis server, in milliseconds. Ages of entries are measured against it, so that clocks of two
 * machines are never compared; between samples the process's monotonic clock goes on.
 */
export class RedisClock {
  private offset: number | undefined;

  /** Takes one sample; half of the round trip is the answer's age. */
  async sample(redis: Redis): Promise<void> {
    const asked = performance.now();
    const [seconds, micros] = await redis.time();
    const answered = performance.now();
    this.offset = Number(seconds) * 1000 + Number(micros) / 1000 - (asked + answered) / 2;
  }

  /** Before the first sample nothing has an age: entries count as new. */
  ageOf(entryId: string): number {
    if (this.offset === undefined) return 0;
    return performance.now() + this.offset - Number(entryId.slice(0, entryId.indexOf('-')));
  }
}
