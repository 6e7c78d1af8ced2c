import { Injectable } from '@nestjs/common';
import { fail, ok, type Failure, type Result } from '@portal/proto/result';
import { SecondFactorCheck } from '../second-factor/second-factor.check.js';
import { SessionEnder } from '../sessions/session.ender.js';
import type { CountyRules } from '../sessions/session.rules.js';
import { PasswordHashing } from '../users/password-hashing.js';
import { CandidateReader } from './candidate.reader.js';
import { SignInJournal } from './sign-in.journal.js';
import { countsForLock, usernameKey, type Candidate } from './sign-in.rules.js';
import { SignInThrottle, type Visitor } from './sign-in.throttle.js';

/** The typed username and password, and the network of the browser. */
export interface Claim {
  readonly username: string;
  readonly password: string;
  readonly place: string;
  /** True if somebody in the network recently typed a wrong password. */
  readonly suspect?: boolean;
}

/** The typed code of a second factor. */
export interface ClaimedCode {
  readonly code: string | undefined;
}

type Checked = Result<Candidate, 'WRONG_CREDENTIALS' | 'TOO_MANY_REQUESTS'>;
type CodeFault = 'CODE_NEEDED' | 'WRONG_CODE';
const wait = (seconds: number) => fail('TOO_MANY_REQUESTS', { seconds });
const codeTexts = { CODE_NEEDED: 'errors:codeNeeded', WRONG_CODE: 'errors:wrongCode' };

/**
 * Checks a username and a password. An unknown username takes the same steps and the same time as a wrong password
 * (S15). The limits count a guess only when it has failed. So the whole check must run in one of the `HashingSlots`;
 * otherwise any number of simultaneous guesses could pass the limits before they are counted.
 */
@Injectable()
export class CredentialCheck {
  constructor(
    private readonly candidates: CandidateReader,
    private readonly throttle: SignInThrottle,
    private readonly hashing: PasswordHashing,
    private readonly journal: SignInJournal,
    private readonly ender: SessionEnder,
    private readonly secondFactors: SecondFactorCheck,
  ) {}

  check(rules: CountyRules, claim: Claim): Promise<Checked> {
    return this.checkAll<never>(rules, claim, () => Promise.resolve(undefined));
  }

  /**
   * Checks username, password and, if the user has one, the second factor. A wrong code counts like a wrong password,
   * and the right password alone does not reset the count; otherwise codes could be guessed without limit.
   */
  checkWithCode(
    rules: CountyRules,
    claim: Claim,
    { code }: ClaimedCode,
  ): Promise<Checked | Failure<CodeFault>> {
    return this.checkAll(rules, claim, (candidate) =>
      this.secondFactors.faultOf(rules.county, candidate, code),
    );
  }

  /** Checks a code of a signed-in user's authenticator; a wrong code counts like a wrong password. */
  async checkCode(
    rules: CountyRules,
    { username, place }: Omit<Claim, 'password'>,
    code: string,
  ): Promise<Checked> {
    const { county } = rules;
    const key = usernameKey(username) ?? '';
    const candidate = await this.candidates.find(county, key, place);
    const visitor: Visitor = { county, username: key, place, known: candidate?.knownHere ?? false };
    const seconds = await this.throttle.secondsToWait(visitor);
    if (seconds > 0) return wait(seconds);
    if (candidate && (await this.secondFactors.isRight(county, candidate.id, code))) return ok(candidate);
    await this.throttle.noteFailure(visitor);
    await this.noteWrong(rules, candidate, { place, outcome: 'WRONG_CODE' });
    return fail('WRONG_CREDENTIALS');
  }

  private async checkAll<F extends CodeFault>(
    rules: CountyRules,
    { username, password, place, suspect }: Claim,
    codeFaultOf: (candidate: Candidate) => Promise<F | undefined>,
  ): Promise<Checked | Failure<F>> {
    const { county } = rules;
    const key = usernameKey(username);
    const candidate = await this.candidates.find(county, key ?? '', place);
    const visitor: Visitor = { county, username: key ?? '', place, known: candidate?.knownHere ?? false };
    const seconds = await this.throttle.secondsToWait(visitor);
    if (seconds > 0) return fail('TOO_MANY_REQUESTS', { seconds });
    const { right, weak } = await this.hashing.verify(candidate?.hash, password, suspect);
    if (!candidate || !right) {
      await this.throttle.noteFailure(visitor);
      await this.noteWrong(rules, candidate, { place, outcome: 'WRONG_CREDENTIALS' });
      return fail('WRONG_CREDENTIALS');
    }
    const codeFault = await codeFaultOf(candidate);
    if (codeFault === 'WRONG_CODE') {
      await this.throttle.noteFailure(visitor);
      await this.noteWrong(rules, candidate, { place, outcome: codeFault });
    }
    if (codeFault) return fail(codeFault, undefined, { code: codeTexts[codeFault] });
    await this.throttle.noteSuccess(visitor);
    if (weak) await this.candidates.rehash(county, candidate, await this.hashing.hash(password));
    return ok(candidate);
  }

  private async noteWrong(
    { county, userAccess }: CountyRules,
    candidate: Candidate | undefined,
    wrong: { place: string; outcome: 'WRONG_CREDENTIALS' | 'WRONG_CODE' },
  ): Promise<void> {
    const counts = candidate !== undefined && countsForLock(candidate, userAccess);
    const locked = await this.journal.noteWrong(
      county,
      candidate,
      wrong,
      counts ? userAccess.maxloginAttempts : undefined,
    );
    if (locked && candidate) await this.ender.end(county, { user: candidate.id }, 'DEACTIVATED');
  }
}
