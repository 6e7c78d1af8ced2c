import { Injectable } from '@nestjs/common';
import { hashToken } from '@portal/infra/session-cache';
import { fail, ok, type Failure, type Result } from '@portal/proto/result';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { signIn } from '@portal/proto/rpc/identity';
import { SessionEnder } from '../sessions/session.ender.js';
import type { Provided, SignInProof } from '../sessions/session.repository.js';
import type { CountyRules } from '../sessions/session.rules.js';
import { SessionService, type OpenedSession } from '../sessions/session.service.js';
import { SignInJournal } from './sign-in.journal.js';
import { refusalOf, type Candidate, type Refusal } from './sign-in.rules.js';

type Entry = Pick<Parsed<typeof signIn>, 'language' | 'previousToken'> & {
  /** What the county's identity provider has reported; set only after a sign-in there. */
  readonly provided?: Provided;
};

const inactive = fail('USER_INACTIVE');

/** Begins the session of a user who has proved their identity, or returns why the user may not sign in. */
@Injectable()
export class SignInEntrance {
  constructor(
    private readonly journal: SignInJournal,
    private readonly sessions: SessionService,
    private readonly ender: SessionEnder,
  ) {}

  /** @param place the network from which the person signs in */
  async enter(
    rules: CountyRules,
    candidate: Candidate,
    place: string,
    input: Entry,
  ): Promise<Result<OpenedSession, Refusal>> {
    const refusal = await this.refuse(rules, candidate, place);
    if (refusal) return refusal;
    const opened = await this.begin(rules, candidate, place, input);
    return typeof opened === 'string' ? inactive : ok(opened);
  }

  /**
   * Does the same as `enter` for a user who has typed a password. No session begins if the password was changed or a
   * second factor was added after the password was checked, because such a change ends the user's other sessions.
   */
  async enterByPassword(
    rules: CountyRules,
    candidate: Candidate,
    place: string,
    input: Entry,
  ): Promise<Result<OpenedSession, Refusal | 'WRONG_CREDENTIALS'>> {
    const refusal = await this.refuse(rules, candidate, place);
    if (refusal) return refusal;
    const opened = await this.begin(rules, candidate, place, { ...input, proof: candidate });
    if (opened === 'DEACTIVATED') return inactive;
    if (opened !== 'REPLACED') return ok(opened);
    await this.journal.noteRefusal(rules.county, candidate, place, 'WRONG_CREDENTIALS');
    return fail('WRONG_CREDENTIALS');
  }

  private async refuse(
    rules: CountyRules,
    candidate: Candidate,
    place: string,
  ): Promise<Failure<Refusal> | undefined> {
    const refusal = refusalOf(candidate, rules);
    if (!refusal) return undefined;
    await this.journal.noteRefusal(rules.county, candidate, place, refusal);
    return fail(
      refusal,
      refusal === 'SYSTEM_LOCKOUT' ? { message: rules.userLockout.messageLogin } : undefined,
    );
  }

  private async begin(
    rules: CountyRules,
    candidate: Candidate,
    place: string,
    { language: chosen, previousToken, provided, proof }: Entry & { proof?: SignInProof },
  ): ReturnType<SessionService['begin']> {
    // a language that the county does not offer is ignored
    const language = chosen !== undefined && rules.languages.includes(chosen) ? chosen : undefined;
    if (previousToken)
      await this.ender.end(rules.county, { tokenHash: hashToken(previousToken) }, 'REPLACED');
    return this.sessions.begin(rules, { id: candidate.id, language, provided, proof }, (tx, session) =>
      this.journal.noteSignedIn(tx, candidate, { place, session, language }),
    );
  }
}
