import { Injectable } from '@nestjs/common';
import { hashToken } from '@portal/infra/session-cache';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { signIn, signInGuest } from '@portal/proto/rpc/identity';
import { CountyRulesReader } from '../sessions/county-rules.js';
import { SessionEnder } from '../sessions/session.ender.js';
import type { CountyRules } from '../sessions/session.rules.js';
import { SessionService, type OpenedSession } from '../sessions/session.service.js';
import { HashingSlots, LONGEST_WAIT_MS } from '../users/hashing-slots.js';
import { placeOf } from '@portal/infra/client-address';
import { CandidateReader } from './candidate.reader.js';
import { CredentialCheck } from './credential.check.js';
import { SignInJournal } from './sign-in.journal.js';
import { refusalOf, usernameKey, type Candidate, type Refusal } from './sign-in.rules.js';

type Input = Parsed<typeof signIn>;
type Entry = Pick<Input, 'language' | 'previousToken'>;

@Injectable()
export class SignInService {
  constructor(
    private readonly rules: CountyRulesReader,
    private readonly slots: HashingSlots,
    private readonly credentials: CredentialCheck,
    private readonly candidates: CandidateReader,
    private readonly journal: SignInJournal,
    private readonly sessions: SessionService,
    private readonly ender: SessionEnder,
  ) {}

  /** A session for who knows the password and may come in. The session that the browser had before is over (S11). */
  async signIn(
    county: string,
    input: Input,
  ): Promise<
    Result<OpenedSession, 'WRONG_CREDENTIALS' | 'CODE_NEEDED' | 'WRONG_CODE' | 'TOO_MANY_REQUESTS' | Refusal>
  > {
    const rules = await this.rules.read(county);
    const place = placeOf(input.address);
    const checked = await this.slots.run(
      () => this.credentials.checkWithCode(rules, { ...input, place }, { code: input.code }),
      LONGEST_WAIT_MS,
    );
    if (!checked) return fail('TOO_MANY_REQUESTS', { seconds: 1 });
    if (!checked.value.ok) return checked.value;
    return this.enter(rules, checked.value.value, place, input);
  }

  /** A session of the county's guest, whoever asks; a user of another role is never entered without a password. */
  async signInGuest(
    county: string,
    input: Parsed<typeof signInGuest>,
  ): Promise<Result<OpenedSession, 'NOT_FOUND' | Refusal>> {
    const rules = await this.rules.read(county);
    const place = placeOf(input.address);
    const key = usernameKey(rules.userAccess.guestUserName);
    const guest = key === undefined ? undefined : await this.candidates.find(county, key, place);
    return guest?.role === 'GUEST' ? this.enter(rules, guest, place, input) : fail('NOT_FOUND');
  }

  private async enter(
    rules: CountyRules,
    candidate: Candidate,
    place: string,
    input: Entry,
  ): Promise<Result<OpenedSession, Refusal>> {
    const refusal = refusalOf(candidate, rules);
    if (refusal) {
      await this.journal.noteRefusal(rules.county, candidate, place, refusal);
      return fail(
        refusal,
        refusal === 'SYSTEM_LOCKOUT' ? { message: rules.userLockout.messageLogin } : undefined,
      );
    }
    const opened = await this.begin(rules, candidate, place, input);
    return opened ? ok(opened) : fail('USER_INACTIVE');
  }

  private async begin(
    rules: CountyRules,
    candidate: Candidate,
    place: string,
    { language: chosen, previousToken }: Entry,
  ): Promise<OpenedSession | undefined> {
    // what the county does not offer is not chosen
    const language = chosen !== undefined && rules.languages.includes(chosen) ? chosen : undefined;
    if (previousToken)
      await this.ender.end(rules.county, { tokenHash: hashToken(previousToken) }, 'REPLACED');
    return this.sessions.begin(rules, { id: candidate.id, language }, (tx, session) =>
      this.journal.noteSignedIn(tx, candidate, { place, session, language }),
    );
  }
}
