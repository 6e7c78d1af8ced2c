import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import type { Role } from '@portal/proto/roles';
import { SessionEnder, SessionsInUse } from '../sessions/session.ender.js';
import { SessionRepository } from '../sessions/session.repository.js';

/** Ends the sessions of the users who are removed when a migration replaces the users of a county. */
@Injectable()
export class ExchangeSessions {
  constructor(
    private readonly ender: SessionEnder,
    private readonly sessions: SessionRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Signs out everybody except users with the given roles. A user whose session is in use for too long stays signed in.
   * @returns whether anybody was signed in
   */
  async endAll(county: string, staying: readonly Role[]): Promise<boolean> {
    try {
      return (await this.ender.end(county, { exceptRoles: staying }, 'DEACTIVATED')) > 0;
    } catch (error) {
      if (error instanceof SessionsInUse) return true;
      throw error;
    }
  }

  async isAnyLive(tx: Tx, staying: readonly Role[]): Promise<boolean> {
    return (await this.sessions.listLive(tx, { exceptRoles: staying })).length > 0;
  }

  now(): Date {
    return this.clock.now();
  }
}
