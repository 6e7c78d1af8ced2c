import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { openConnection, whenReady, type Redis } from '@portal/infra/redis';
import { RpcFailure } from '@portal/infra/rpc';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

const log = openLog('identity');

const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * The limits, each as a number of requests and a period in seconds:
 * - `place`: registrations and recoveries from one network;
 * - `address`: e-mails of one kind to one address;
 * - `first`: like `address`, but counted for each network that requests the e-mails, after `address` is used up;
 * - `move`: changes of one user's e-mail address;
 * - `taken`: registrations from one network with names that are taken.
 */
const doorLimits = {
  place: [30, HOUR],
  address: [5, HOUR],
  first: [1, HOUR],
  move: [3, HOUR],
  taken: [5, DAY],
} as const satisfies Record<string, readonly [points: number, seconds: number]>;

/** A requested e-mail; each kind has its own limit. */
export interface AskedLetter {
  readonly kind: 'REGISTRATION' | 'USERNAME' | 'PASSWORD';
  readonly email: string;
  /**
   * E-mails for a new password are counted by address and username together, so that requests for another user with
   * the same address do not use up the limit.
   */
  readonly username: string;
}

/**
 * SEND: the e-mail is sent. SPARE: the e-mail is sent only when the user has no working link. DROP: the e-mail is not
 * sent.
 */
export type Share = 'SEND' | 'SPARE' | 'DROP';

/**
 * Limits what a stranger, or somebody who uses a stolen session, can make the portal do. A network that makes too many
 * requests is told to wait. An address that has reached its limit gets no more e-mails for a while, but the requester
 * does not learn this. Strangers who use up the limit of an address do not lock out its owner: after that, a link for a
 * new password is still mailed if the user has no working link, and any other e-mail is still mailed once an hour for
 * each network that requests it.
 */
@Injectable()
export class DoorThrottle implements OnModuleInit, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly limiters: Readonly<Record<keyof typeof doorLimits, RateLimiterRedis>>;

  constructor(@Inject(CONFIG) { redisUrl, redisNamespace }: Config) {
    this.redis = openConnection(redisUrl);
    const limiter = (name: keyof typeof doorLimits): RateLimiterRedis =>
      new RateLimiterRedis({
        storeClient: this.redis,
        keyPrefix: `${redisNamespace}:door:${name}`,
        points: doorLimits[name][0],
        duration: doorLimits[name][1],
        rejectIfRedisNotReady: true,
      });
    this.limiters = {
      place: limiter('place'),
      address: limiter('address'),
      first: limiter('first'),
      move: limiter('move'),
      taken: limiter('taken'),
    };
  }

  onModuleInit(): Promise<void> {
    return whenReady(this.redis);
  }

  /**
   * Counts a request from a network.
   * @returns the seconds to wait; 0 when the request may continue
   */
  async take(county: string, place: string): Promise<number> {
    return consume(this.limiters.place, `${county}:${place}`);
  }

  /** Counts an e-mail to an address, and decides whether it is sent. */
  async share(county: string, { kind, email, username }: AskedLetter, place: string): Promise<Share> {
    const about = [county, kind, email.toLowerCase(), kind === 'PASSWORD' ? username.toLowerCase() : ''];
    if ((await consume(this.limiters.address, keyOf(about))) === 0) return 'SEND';
    if (kind === 'PASSWORD') return 'SPARE';
    return (await consume(this.limiters.first, keyOf([...about, place]))) === 0 ? 'SEND' : 'DROP';
  }

  /**
   * Counts a change of a user's address. Each change sends two e-mails.
   * @returns the seconds to wait; 0 when the change may continue
   */
  takeMove(county: string, user: string): Promise<number> {
    return consume(this.limiters.move, `${county}:${user}`);
  }

  /**
   * Counts a registration with a taken name. The e-mail says that the name is taken, so a network may try only a few
   * names.
   */
  async noteTaken(county: string, place: string): Promise<void> {
    await consume(this.limiters.taken, `${county}:${place}`);
  }

  /** @returns the seconds until a network that has tried many taken names may register again; 0 when it may */
  async waitAfterTaken(county: string, place: string): Promise<number> {
    const counted = await reading(() => this.limiters.taken.get(`${county}:${place}`));
    return counted && counted.consumedPoints >= doorLimits.taken[0] ? secondsOf(counted) : 0;
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

const keyOf = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('base64url');

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1_000));

const consume = (limiter: RateLimiterRedis, key: string): Promise<number> =>
  reading(async () => {
    try {
      await limiter.consume(key, 1);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return secondsOf(error);
      throw error;
    }
  });

/** @throws RpcFailure SERVICE_UNAVAILABLE without Redis, so that limits never fail open (S17) */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    log.error({ err: error }, 'the requests of strangers cannot be counted');
    throw new RpcFailure('identity.sign-up.v1', { ok: false, code: 'SERVICE_UNAVAILABLE' });
  }
}
