import { placeOf } from '@portal/infra/client-address';
import type { Role } from '@portal/proto/roles';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** The maximum size of a request body, in bytes; the largest form has a few kilobytes. */
export const bodyLimit = 256 * 1024;

/**
 * Maximum number of requests per minute. `user` is for one signed-in user, and `address` is for all visitors of one
 * network (`placeOf`) who are not signed in. A person at work makes some hundreds; one page of thumbnails takes six.
 * Lower limits stop programs that read the whole index (reading-limits.ts). `vainLookUp` is for requests of a network
 * beyond its limit that are refused after the identity service has looked up their token.
 */
export const requestsPerMinute = { user: 3_000, address: 1_200, vainLookUp: 1_200 } as const;

export class RequestLimits {
  private readonly users = new RateLimiterMemory({ points: requestsPerMinute.user, duration: 60 });
  private readonly addresses = new RateLimiterMemory({ points: requestsPerMinute.address, duration: 60 });
  private readonly lookUps = new RateLimiterMemory({ points: requestsPerMinute.vainLookUp, duration: 60 });

  /**
   * Counts a request against the limit per minute. All guests of a county share one user, so guests are counted by
   * network; otherwise one guest could use up the limit of all.
   * @returns the seconds until the next request is allowed; 0 if it is allowed now
   */
  async secondsToWait(user: { id: string; role: Role } | undefined, address: string): Promise<number> {
    const place = placeOf(address);
    const sharer = user?.role === 'GUEST' ? `${user.id} ${place}` : user?.id;
    const counted = sharer === undefined ? this.addresses.consume(place) : this.users.consume(sharer);
    return counted.then(() => 0, secondsLeft);
  }

  /**
   * Counts a look-up in the identity service for a network that is beyond its limit.
   * @returns false if the network may have no more look-ups in this minute
   */
  takeLookUp(address: string): Promise<boolean> {
    return this.lookUps.consume(placeOf(address)).then(
      () => true,
      () => false,
    );
  }

  /** Undoes the count of a look-up, because the look-up found a session whose request is allowed. */
  async giveLookUpBack(address: string): Promise<void> {
    await this.lookUps.reward(placeOf(address));
  }

  /** Like `secondsToWait` for visitors of the network who are not signed in, but counts nothing. */
  async secondsUsedUp(address: string): Promise<number> {
    const counted = await this.addresses.get(placeOf(address));
    return counted === null || counted.remainingPoints > 0 ? 0 : secondsLeft(counted);
  }
}

const secondsLeft = ({ msBeforeNext }: RateLimiterRes): number =>
  Math.max(1, Math.ceil(msBeforeNext / 1_000));
