import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Bytes of a request body: the largest form is a few kilobytes. */
export const bodyLimit = 256 * 1024;

/**
 * Requests a minute of one signed-in user, or of one address without a session. A person at work makes some hundred
 * (a page of thumbnails is six); what walks the index by machine is stopped by narrower limits of its own.
 */
export const requestsPerMinute = { user: 3_000, address: 1_200 } as const;

export class RequestLimits {
  private readonly users = new RateLimiterMemory({ points: requestsPerMinute.user, duration: 60 });
  private readonly addresses = new RateLimiterMemory({ points: requestsPerMinute.address, duration: 60 });

  /** Counts a request against the minute's share. @returns seconds until it may be asked again, 0 now */
  async secondsToWait(user: string | undefined, address: string): Promise<number> {
    const counted = user === undefined ? this.addresses.consume(address) : this.users.consume(user);
    return counted.then(
      () => 0,
      ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    );
  }
}
