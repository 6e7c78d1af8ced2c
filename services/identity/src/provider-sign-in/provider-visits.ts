import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { hashToken } from '@portal/infra/session-cache';
import { ProviderRepository, type Visit } from './provider.repository.js';
import { VISIT_MS, type VisitPurpose } from './provider-visit.rules.js';

/** Proves that the browser that returns from the identity provider is the one that the portal sent there. */
export interface VisitingBrowser {
  /** The cookie's 256 random bits. */
  readonly browser: string;
  readonly state: string;
}

/**
 * Stores which browsers are on the identity provider's page. Each visit can be used once, by the browser that began
 * it, within ten minutes.
 */
@Injectable()
export class ProviderVisits {
  constructor(
    private readonly database: Database,
    private readonly people: ProviderRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  begin(
    county: string,
    { browser, state }: VisitingBrowser,
    { purpose, sessionId }: { purpose: VisitPurpose; sessionId: string | null },
  ): Promise<void> {
    const now = this.clock.now();
    const hashes = { stateHash: hashToken(state), browserHash: hashToken(browser) };
    return this.database.withCounty(county, async (tx) => {
      await this.people.removeBefore(tx, this.oldest());
      await this.people.addVisit(tx, { ...hashes, purpose, sessionId, beganAt: now });
    });
  }

  /** Ends and returns the visit; undefined when the visit is unknown, too old, or of another browser or county. */
  take(county: string, { browser, state }: VisitingBrowser): Promise<Visit | undefined> {
    return this.database.withCounty(county, (tx) =>
      this.people.takeVisit(tx, hashToken(state), hashToken(browser), this.oldest()),
    );
  }

  isLogoutUsed(county: string, id: string): Promise<boolean> {
    return this.database.withCounty(county, (tx) => this.people.isLogoutUsed(tx, hashToken(id)));
  }

  /** Records that a logout token was used, so that it is refused the next time. */
  useLogout(county: string, id: string): Promise<void> {
    return this.database.withCounty(county, async (tx) => {
      await this.people.removeBefore(tx, this.oldest());
      await this.people.useLogout(tx, hashToken(id), this.clock.now());
    });
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - VISIT_MS);
  }
}
