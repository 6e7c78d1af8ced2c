import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { AccountViewService } from './account-view.service.js';
import { CountyRulesReader } from './county-rules.js';
import { SessionEnder, SessionsInUse } from './session.ender.js';
import type { EndReason } from './session.entity.js';
import { SessionRepository, type SessionSelector } from './session.repository.js';
import { idleSince, LONGEST_MS } from './session.rules.js';

const log = openLog('identity');

/**
 * Ends expired sessions, account views that are over and, during a system lockout, all sessions except those of staff.
 * Requests of an expired session are refused even without a sweep, but other services learn that a session has ended
 * only from the event that a sweep emits. Concurrent sweeps never end a session twice.
 */
@Injectable()
export class SessionSweep {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly rules: CountyRulesReader,
    private readonly ender: SessionEnder,
    private readonly views: AccountViewService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Sweeps all counties once; an error in one county does not delay the others.
   * @returns the number of ended sessions
   */
  async run(): Promise<number> {
    const counties = await this.database.asWorker((tx) => this.sessions.listCountiesWithLive(tx));
    let ended = 0;
    for (const county of counties)
      ended += await this.sweep(county).catch((error: unknown) => {
        log.error({ err: error, county }, 'the sessions of a county were not swept');
        return 0;
      });
    if (ended > 0) log.info({ ended }, 'idle sessions ended');
    return ended;
  }

  private async sweep(county: string): Promise<number> {
    const { userAccess, userLockout } = await this.rules.read(county);
    const now = this.clock.now();
    await this.views.endOver(county);
    const idle = idleSince(now, userAccess);
    let ended = await this.end(county, { createdBefore: new Date(now.getTime() - LONGEST_MS) }, 'EXPIRED');
    if (idle) ended += await this.end(county, { seenBefore: idle }, 'EXPIRED');
    if (userLockout.lockoutInPlace) ended += await this.end(county, { notStaff: true }, 'ENDED_BY_STAFF');
    return ended;
  }

  /** Ends sessions. Sessions that stay in use for too long are left to the next sweep. */
  private async end(county: string, selector: SessionSelector, reason: EndReason): Promise<number> {
    try {
      return await this.ender.end(county, selector, reason);
    } catch (error) {
      if (!(error instanceof SessionsInUse)) throw error;
      log.warn({ err: error, county }, 'some sessions are left to the next sweep');
      return error.ended;
    }
  }
}
