import type { Role } from '@portal/proto/roles';
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

  /**
   * Counts a request against the minute's share. A county's guests are one user; those of an address share, so that one
   * guest does not use up what all others may ask.
   * @returns seconds until it may be asked again, 0 now
   */
  async secondsToWait(user: { id: string; role: Role } | undefined, address: string): Promise<number> {
    const sharer = user?.role === 'GUEST' ? `${user.id} ${address}` : user?.id;
    const counted = sharer === undefined ? this.addresses.consume(address) : this.users.consume(sharer);
    return counted.then(
      () => 0,
      ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    );
  }
}
