import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Requests that one process has in its hands at once; more are told to come back, at once and not after a wait. */
export const mostInFlight = 512;

/** Bytes of a request body: the largest form is a few kilobytes. */
export const bodyLimit = 256 * 1024;

/**
 * Requests a minute of one signed-in user, or of one address without a session. A person at work makes some hundred
 * (a page of thumbnails is six); what walks the index by machine is stopped by narrower limits of its own.
 */
export const requestsPerMinute = { user: 3_000, address: 1_200 } as const;

export class RequestLimits {
  private inFlight = 0;
  private readonly users = new RateLimiterMemory({ points: requestsPerMinute.user, duration: 60 });
  private readonly addresses = new RateLimiterMemory({ points: requestsPerMinute.address, duration: 60 });

  /** Takes a place; false when all are taken. */
  enter(): boolean {
    if (this.inFlight >= mostInFlight) return false;
    this.inFlight += 1;
    return true;
  }

  leave(): void {
    this.inFlight -= 1;
  }

  /** Whether the minute's share of the user, or of the address when nobody is signed in, is used up. */
  async isSpent(user: string | undefined, address: string): Promise<boolean> {
    const counted = user === undefined ? this.addresses.consume(address) : this.users.consume(user);
    return counted.then(
      () => false,
      () => true,
    );
  }
}
