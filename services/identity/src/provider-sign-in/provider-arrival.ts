import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { CountyRulesReader } from '../sessions/county-rules.js';
import { SessionEnder } from '../sessions/session.ender.js';
import { SessionRepository } from '../sessions/session.repository.js';
import type { OpenedSession } from '../sessions/session.service.js';
import { CandidateReader } from '../sign-in/candidate.reader.js';
import { SignInEntrance } from '../sign-in/sign-in.entrance.js';
import type { Refusal } from '../sign-in/sign-in.rules.js';
import type { CheckedPerson } from './provider-token.check.js';
import { provedAtOf, SKEW_SECONDS } from './provider-visit.rules.js';
import { ProviderUsers } from './provider-users.js';
import type { Visit } from './provider.repository.js';

/** Records that the user of a session has proved their identity again, and drops the cached copies of the session. */
@Injectable()
export class ProofNotes {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly ender: SessionEnder,
  ) {}

  note(county: string, session: string, at: Date): Promise<void> {
    return this.ender.change(county, { session }, (tx) => this.sessions.noteProof(tx, session, at));
  }
}

/** Opens a session for a person whom the county's identity provider has authenticated, or refuses the person. */
@Injectable()
export class ProviderArrival {
  constructor(
    private readonly users: ProviderUsers,
    private readonly candidates: CandidateReader,
    private readonly entrance: SignInEntrance,
    private readonly rules: CountyRulesReader,
    private readonly proofs: ProofNotes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Opens a session for a person in one of the county's groups, as a sign-in with a password does. */
  async enter(
    county: string,
    { person, sid, authTime }: CheckedPerson,
    place: string,
    previousToken: string | null,
  ): Promise<Result<OpenedSession, 'PROVIDER_NO_GROUP' | Refusal>> {
    const user = await this.users.admit(county, person);
    if (user === undefined) return fail('PROVIDER_NO_GROUP');
    const candidate = await this.candidates.findUser(county, user, place);
    if (!candidate) return fail('PROVIDER_NO_GROUP');
    const provided = { sid, provedAt: provedAtOf(authTime, this.clock.now()) };
    const rules = await this.rules.read(county);
    return this.entrance.enter(rules, candidate, place, { previousToken, provided });
  }

  /** Records the proof in the session that requested it, if that session's own user has just signed in again (S38). */
  async prove(
    actor: Actor,
    { sessionId, beganAt }: Visit,
    { person, authTime }: CheckedPerson,
  ): Promise<Result<null, 'PROVIDER_OTHER_PERSON' | 'PROVIDER_NO_GROUP' | 'PROVIDER_ANSWER_INVALID'>> {
    const { county } = actor;
    const user = await this.users.find(county, person);
    const isTheirs = sessionId !== null && actor.session === sessionId && user === actor.user;
    if (!isTheirs || user === undefined) return fail('PROVIDER_OTHER_PERSON');
    const earliest = beganAt.getTime() / 1_000 - SKEW_SECONDS;
    if (authTime === undefined || authTime < earliest) return fail('PROVIDER_ANSWER_INVALID');
    if ((await this.users.admit(county, person)) === undefined) return fail('PROVIDER_NO_GROUP');
    await this.proofs.note(county, sessionId, provedAtOf(authTime, this.clock.now()));
    return ok(null);
  }
}
