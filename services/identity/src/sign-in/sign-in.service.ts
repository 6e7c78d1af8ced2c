import { Injectable } from '@nestjs/common';
import { fail, type Result } from '@portal/proto/result';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { signIn, signInGuest } from '@portal/proto/rpc/identity';
import { CountyRulesReader } from '../sessions/county-rules.js';
import type { OpenedSession } from '../sessions/session.service.js';
import { HashingSlots, LONGEST_WAIT_MS } from '../users/hashing-slots.js';
import { placeOf } from '@portal/infra/client-address';
import { failpoint } from '@portal/infra/failpoints';
import { CandidateReader } from './candidate.reader.js';
import { CredentialCheck } from './credential.check.js';
import { SignInEntrance } from './sign-in.entrance.js';
import { usernameKey, type Refusal } from './sign-in.rules.js';

type Input = Parsed<typeof signIn>;

@Injectable()
export class SignInService {
  constructor(
    private readonly rules: CountyRulesReader,
    private readonly slots: HashingSlots,
    private readonly credentials: CredentialCheck,
    private readonly candidates: CandidateReader,
    private readonly entrance: SignInEntrance,
  ) {}

  /**
   * Opens a session for a user who types the right password and may sign in. The browser's previous session ends
   * (S11).
   */
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
      { longestMs: LONGEST_WAIT_MS, suspect: input.suspect },
    );
    // `busy` tells the gateway that no password was checked, so the gateway does not count a wrong guess
    if (!checked) return fail('TOO_MANY_REQUESTS', { seconds: 1, busy: 1 });
    if (!checked.value.ok) return checked.value;
    await failpoint('sign-in-checked');
    return this.entrance.enterByPassword(rules, checked.value.value, place, input);
  }

  /** Opens a session of the county's guest without a password; users of other roles always need one. */
  async signInGuest(
    county: string,
    input: Parsed<typeof signInGuest>,
  ): Promise<Result<OpenedSession, 'NOT_FOUND' | Refusal>> {
    const rules = await this.rules.read(county);
    const place = placeOf(input.address);
    const key = usernameKey(rules.userAccess.guestUserName);
    const guest = key === undefined ? undefined : await this.candidates.find(county, key, place);
    return guest?.role === 'GUEST' ? this.entrance.enter(rules, guest, place, input) : fail('NOT_FOUND');
  }
}
