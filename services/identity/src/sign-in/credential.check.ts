import { Injectable } from '@nestjs/common';
import { fail, ok, type Result } from '@portal/proto/result';
import { SessionEnder } from '../sessions/session.ender.js';
import type { CountyRules } from '../sessions/session.rules.js';
import { PasswordHashing } from '../users/password-hashing.js';
import { CandidateReader } from './candidate.reader.js';
import { SignInJournal } from './sign-in.journal.js';
import { countsForLock, usernameKey, type Candidate } from './sign-in.rules.js';
import { SignInThrottle, type Visitor } from './sign-in.throttle.js';

/** What somebody typed, and where. */
export interface Claim {
  readonly username: string;
  readonly password: string;
  readonly place: string;
}

type Checked = Result<Candidate, 'WRONG_CREDENTIALS' | 'TOO_MANY_REQUESTS'>;

/**
 * Whether a name and a password belong together. A missing name takes the same steps and the same time as a wrong
 * password (S15). It must run in a hashing slot from its first to its last step: between looking at the limits and
 * counting the failure there are then never more guesses under way than slots.
 */
@Injectable()
export class CredentialCheck {
  constructor(
    private readonly candidates: CandidateReader,
    private readonly throttle: SignInThrottle,
    private readonly hashing: PasswordHashing,
    private readonly journal: SignInJournal,
    private readonly ender: SessionEnder,
  ) {}

  async check(rules: CountyRules, { username, password, place }: Claim): Promise<Checked> {
    const { county } = rules;
    const key = usernameKey(username);
    const candidate = await this.candidates.find(county, key ?? '', place);
    const visitor: Visitor = { county, username: key ?? '', place, known: candidate?.knownHere ?? false };
    const seconds = await this.throttle.secondsToWait(visitor);
    if (seconds > 0) return fail('TOO_MANY_REQUESTS', { seconds });
    const { right, weak } = await this.hashing.verify(candidate?.hash, password);
    if (!candidate || !right) {
      await this.throttle.noteFailure(visitor);
      await this.noteWrong(rules, candidate, place);
      return fail('WRONG_CREDENTIALS');
    }
    await this.throttle.noteSuccess(visitor);
    if (weak) await this.candidates.rehash(county, candidate, await this.hashing.hash(password));
    return ok(candidate);
  }

  private async noteWrong(
    { county, userAccess }: CountyRules,
    candidate: Candidate | undefined,
    place: string,
  ): Promise<void> {
    const counts = candidate !== undefined && countsForLock(candidate, userAccess);
    const locked = await this.journal.noteWrong(
      county,
      candidate,
      place,
      counts ? userAccess.maxLoginAttempts : undefined,
    );
    if (locked && candidate) await this.ender.end(county, { user: candidate.id }, 'DEACTIVATED');
  }
}
