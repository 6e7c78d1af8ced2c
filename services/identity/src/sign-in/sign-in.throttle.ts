import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { openConnection, whenReady, type Redis } from '@portal/infra/redis';
import { RpcFailure } from '@portal/infra/rpc';
import { RateLimiterRedis } from 'rate-limiter-flexible';

/** A visitor who tries to sign in, identified by the typed name and the network. */
export interface Visitor {
  readonly county: string;
  readonly username: string;
  readonly place: string;
  /** True if the user has recently signed in from this network. */
  readonly known: boolean;
}

export interface ThrottleLimits {
  /** The limit of wrong passwords for one name from one network. */
  readonly pair: { readonly fails: number; readonly seconds: number };
  /** The limit of wrong passwords for any names from one network. */
  readonly place: { readonly fails: number; readonly seconds: number };
  /**
   * The limit of wrong passwords for one name from all unknown networks together. A network is unknown if the name's
   * user has not recently signed in from it.
   */
  readonly strangers: { readonly fails: number; readonly seconds: number };
}

const DAY = 86_400;
/** The limits of S17. */
export const limits: ThrottleLimits = {
  pair: { fails: 5, seconds: 900 },
  place: { fails: 100, seconds: DAY },
  strangers: { fails: 100, seconds: DAY },
};

const log = openLog('identity');

/**
 * Slows down guessing before a password is checked. The counts are in Redis, so that all replicas share them. Without
 * Redis nobody can sign in, so that the limits never fail open (S17).
 */
@Injectable()
export class SignInThrottle implements OnModuleInit, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly pair: RateLimiterRedis;
  private readonly place: RateLimiterRedis;
  private readonly strangers: RateLimiterRedis;

  constructor(@Inject(CONFIG) { redisUrl, redisNamespace }: Config) {
    this.redis = openConnection(redisUrl);
    const limiter = (name: keyof ThrottleLimits): RateLimiterRedis =>
      new RateLimiterRedis({
        storeClient: this.redis,
        keyPrefix: `${redisNamespace}:sign-in:${name}`,
        points: limits[name].fails,
        duration: limits[name].seconds,
        rejectIfRedisNotReady: true,
      });
    this.pair = limiter('pair');
    this.place = limiter('place');
    this.strangers = limiter('strangers');
  }

  onModuleInit(): Promise<void> {
    return whenReady(this.redis);
  }

  /**
   * Returns the seconds until the visitor may try again; 0 if the visitor may try now.
   * @throws RpcFailure SERVICE_UNAVAILABLE without Redis
   */
  async secondsToWait(visitor: Visitor): Promise<number> {
    const counted = await closed(
      Promise.all(
        this.countersOf(visitor).map(async ([limiter, key]) => ({ limiter, count: await limiter.get(key) })),
      ),
    );
    const waits = counted.map(({ limiter, count }) =>
      count && count.consumedPoints >= limiter.points ? Math.max(1, Math.ceil(count.msBeforeNext / 1000)) : 0,
    );
    return Math.max(...waits);
  }

  async noteFailure(visitor: Visitor): Promise<void> {
    await closed(Promise.all(this.countersOf(visitor).map(([limiter, key]) => limiter.penalty(key, 1))));
  }

  /** Resets the count of this name from this network after the right password; the other two counts stay. */
  async noteSuccess(visitor: Visitor): Promise<void> {
    await closed(this.pair.delete(pairKey(visitor)));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private countersOf(visitor: Visitor): [RateLimiterRedis, string][] {
    const counters: [RateLimiterRedis, string][] = [
      [this.pair, pairKey(visitor)],
      [this.place, visitor.place],
    ];
    return visitor.known ? counters : [...counters, [this.strangers, nameKey(visitor)]];
  }
}

/**
 * Returns the Redis key for a typed name. The key does not contain the name itself, because people sometimes type a
 * password into the field for the username.
 */
const nameKey = ({ county, username }: Visitor): string =>
  createHash('sha256').update(`${county}\0${username}`).digest('base64url');

const pairKey = (visitor: Visitor): string => `${nameKey(visitor)}:${visitor.place}`;

async function closed<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    log.error({ err: error }, 'sign-in limits cannot be read: nobody signs in');
    throw new RpcFailure('identity.sign-in.v1', { ok: false, code: 'SERVICE_UNAVAILABLE' });
  }
}
