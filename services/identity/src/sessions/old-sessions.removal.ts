import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { OnJob } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { LoginAttemptRepository } from '../login-attempts/login-attempt.repository.js';
import { SessionRepository } from './session.repository.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ENDED_SESSIONS_KEPT_MS = 30 * DAY_MS;
const ATTEMPTS_KEPT_MS = 400 * DAY_MS;

const log = openLog('identity');

/**
 * Deletes the records of old sessions and old sign-in attempts in every county. `SessionSweep` does not do this,
 * because it visits only counties where somebody is signed in.
 */
@Injectable()
export class OldSessionsRemoval {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly sections: CountySections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Deletes the old sessions and attempts of all counties; an error in one county does not delay the others. */
  @OnJob('old-sessions', { everyMs: HOUR_MS })
  async run(): Promise<void> {
    for (const { id: county } of await this.sections.listCounties())
      await this.removeOf(county).catch((error: unknown) =>
        log.error({ err: error, county }, 'the old sessions of a county were not deleted'),
      );
  }

  private async removeOf(county: string): Promise<void> {
    const now = this.clock.now().getTime();
    await this.database.withCounty(county, async (tx) => {
      await this.sessions.removeEndedBefore(tx, new Date(now - ENDED_SESSIONS_KEPT_MS));
      await this.attempts.removeBefore(tx, new Date(now - ATTEMPTS_KEPT_MS));
    });
  }
}
