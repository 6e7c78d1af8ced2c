import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, daysAgo, instantOf, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { signInDays, type AccountSignIns } from '@portal/proto/http/accounts';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { AccountRepository } from '../accounts/account.repository.js';
import { maySaveAccounts } from '../accounts/account.rules.js';
import { LoginAttemptRepository } from '../login-attempts/login-attempt.repository.js';

/** Tells staff how often the users of an account recently signed in or were refused. */
@Injectable()
export class AccountSignInsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly sections: CountySections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Counts the attempts of the last `signInDays` days in the county's time zone, today included. */
  async count(actor: Actor, account: string): Promise<Result<AccountSignIns, 'NOT_FOUND'>> {
    if (!maySaveAccounts(actor)) return fail('NOT_FOUND');
    const timeZone = (await this.sections.findCounty(actor.county))?.timeZone ?? 'UTC';
    const since = instantOf(timeZone, daysAgo(timeZone, signInDays - 1, this.clock), '00:00');
    const until = daysAgo(timeZone, 0, this.clock);
    return this.database.withCounty(actor.county, async (tx) => {
      if (!(await this.accounts.find(tx, account))) return fail('NOT_FOUND');
      const { lastRefusal, ...counts } = await this.attempts.countOfAccount(tx, account, since);
      const last = lastRefusal && { ...lastRefusal, at: lastRefusal.at.toISOString() };
      return ok({ until, ...counts, lastRefusal: last });
    });
  }
}
