import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { openConnection, whenReady, type Redis } from '@portal/infra/redis';
import { RpcFailure } from '@portal/infra/rpc';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

const log = openLog('identity');

const HOUR = 3_600;
/** Registrations and recoveries of one place, letters to one address, new addresses of one user, in an hour. */
const doorLimits = { place: 30, address: 5, move: 3 } as const;

/**
 * Bounds what strangers, and users with a stolen session, make the portal do. A place that asks too often is told to wait. An address that has had its
 * letters gets no more for a while, and whoever asks cannot tell: the last link that was mailed goes on working.
 */
@Injectable()
export class DoorThrottle implements OnModuleInit, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly places: RateLimiterRedis;
  private readonly addresses: RateLimiterRedis;
  private readonly moves: RateLimiterRedis;

  constructor(@Inject(CONFIG) { redisUrl, redisNamespace }: Config) {
    this.redis = openConnection(redisUrl);
    const limiter = (name: keyof typeof doorLimits): RateLimiterRedis =>
      new RateLimiterRedis({
        storeClient: this.redis,
        keyPrefix: `${redisNamespace}:door:${name}`,
        points: doorLimits[name],
        duration: HOUR,
        rejectIfRedisNotReady: true,
      });
    this.places = limiter('place');
    this.addresses = limiter('address');
    this.moves = limiter('move');
  }

  onModuleInit(): Promise<void> {
    return whenReady(this.redis);
  }

  /** Counts a request of a place. @returns seconds to wait, 0 when it may go on */
  async take(county: string, place: string): Promise<number> {
    return consume(this.places, `${county}:${place}`);
  }

  /** Counts a letter to an address; false when it has had enough. */
  async maySend(county: string, email: string): Promise<boolean> {
    const key = createHash('sha256').update(`${county}\0${email.toLowerCase()}`).digest('base64url');
    return (await consume(this.addresses, key)) === 0;
  }

  /** Counts a change of a user's address, each of which mails two. @returns seconds to wait, 0 when it may go on */
  takeMove(county: string, user: string): Promise<number> {
    return consume(this.moves, `${county}:${user}`);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

/** @throws RpcFailure SERVICE_UNAVAILABLE without Redis: never open (S17) */
const consume = async (limiter: RateLimiterRedis, key: string): Promise<number> => {
  try {
    await limiter.consume(key, 1);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    log.error({ err: error }, 'the requests of strangers cannot be counted');
    throw new RpcFailure('identity.sign-up.v1', { ok: false, code: 'SERVICE_UNAVAILABLE' });
  }
};
