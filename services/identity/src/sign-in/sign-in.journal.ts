import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { Language } from '@portal/proto/roles';
import { CredentialRepository } from '../users/credential.repository.js';
import { UserRepository } from '../users/user.repository.js';
import { truncated } from '@portal/infra/client-address';
import type { AttemptOutcome } from '../login-attempts/login-attempt.entity.js';
import { LoginAttemptRepository } from '../login-attempts/login-attempt.repository.js';
import type { Candidate } from './sign-in.rules.js';

/** Events about unknown usernames share one aggregate, so that guessing usernames creates no new aggregates. */
const NOBODY = 'user:nobody';

/** Records how sign-ins ended, and makes the resulting changes to the user, such as a lock. */
@Injectable()
export class SignInJournal {
  constructor(
    private readonly database: Database,
    private readonly attempts: LoginAttemptRepository,
    private readonly credentials: CredentialRepository,
    private readonly users: UserRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Records a wrong username, password or code. If a wrong password counts toward locking the user out, the transaction
   * first locks the user's row and then raises the count. Every change of a user locks that row first, so another order
   * could deadlock.
   * @param lockAt the number of wrong passwords that locks the user out; undefined if this password does not count
   * @returns true when this wrong password locked the user out
   */
  noteWrong(
    county: string,
    candidate: Candidate | undefined,
    { place, outcome }: { place: string; outcome: 'WRONG_CREDENTIALS' | 'WRONG_CODE' },
    lockAt: number | undefined,
  ): Promise<boolean> {
    return this.database.withCounty(county, async (tx) => {
      await this.noteRefused(tx, candidate, place, outcome);
      if (!candidate || lockAt === undefined) return false;
      const user = await this.users.findForChange(tx, candidate.id);
      const failures = await this.credentials.addFailure(tx, candidate.id);
      return failures >= lockAt && this.lock(tx, candidate, user?.account);
    });
  }

  /** Records that the right password was typed for a user who may not sign in. */
  noteRefusal(county: string, candidate: Candidate, place: string, outcome: AttemptOutcome): Promise<void> {
    return this.database.withCounty(county, (tx) => this.noteRefused(tx, candidate, place, outcome));
  }

  /** Records a sign-in, in the transaction that opens the session. */
  async noteSignedIn(
    tx: Tx,
    { id, username, role, account }: Candidate,
    { place, session, language }: { place: string; session: string; language: Language | undefined },
  ): Promise<void> {
    if (language) await this.users.speak(tx, id, language);
    const at = this.clock.now();
    await this.attempts.add(tx, { userId: id, address: place, outcome: 'SIGNED_IN', at });
    // many people share the guest's row, so locking it would delay them; guests are never purged, so their last sign-in
    // is not needed
    if (role !== 'GUEST') await this.attempts.noteLast(tx, id, at);
    await this.credentials.clearFailures(tx, id);
    await emit(tx, {
      type: 'identity.signed-in.v1',
      aggregate: `user:${id}`,
      actor: id,
      payload: { user: id, session, username, address: truncated(place), account: account ?? '' },
    });
  }

  private async noteRefused(
    tx: Tx,
    candidate: Candidate | undefined,
    place: string,
    outcome: AttemptOutcome,
  ): Promise<void> {
    const user = candidate?.id;
    await this.attempts.add(tx, { userId: user ?? null, address: place, outcome, at: this.clock.now() });
    await emit(tx, {
      type: 'identity.sign-in-failed.v1',
      aggregate: user ? `user:${user}` : NOBODY,
      payload: {
        username: candidate?.username ?? '',
        reason: outcome,
        address: truncated(place),
        user: user ?? '',
        account: candidate?.account ?? '',
      },
    });
  }

  private async lock(
    tx: Tx,
    { id, role, username }: Candidate,
    account: string | null | undefined,
  ): Promise<boolean> {
    if (!(await this.users.lock(tx, id, this.clock.now()))) return false;
    await emit(tx, {
      type: 'identity.user-changed.v1',
      aggregate: `user:${id}`,
      payload: { user: id, account: account ?? '', role, status: 'L', username },
    });
    return true;
  }
}
