import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { fail, ok } from '@portal/proto/result';
import { managesUsers } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type { proveAgain } from '@portal/proto/rpc/second-factor';
import { SessionEnder } from '../sessions/session.ender.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { PasswordProof } from '../sign-in/password-proof.js';

/** A text of only digits, spaces and hyphens is a code and not a password, because every password contains a letter. */
const CODE = /^[\d -]*$/;

/**
 * Records in the session that its user has typed the password or a code again; only for staff and account
 * administrators. For five minutes after that, the session may change money, access or keys (S38).
 */
@Injectable()
export class StepUpService {
  constructor(
    private readonly passwords: PasswordProof,
    private readonly sessions: SessionRepository,
    private readonly ender: SessionEnder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async prove(
    { county, user, username, role, session }: Actor,
    { proof, address }: Parsed<typeof proveAgain>,
  ): Promise<ResultOf<typeof proveAgain>> {
    const isPerson = user !== null && role !== 'SYSTEM' && role !== 'ANONYMOUS';
    if (!isPerson || session === null || !managesUsers(role)) return fail('NOT_FOUND');
    const claim = { county, username, password: proof, address };
    const proved = await (CODE.test(proof)
      ? this.passwords.proveByCode(claim, 'proof')
      : this.passwords.prove(claim, 'proof'));
    if (!proved.ok) return proved;
    await this.ender.change(county, { session }, (tx) =>
      this.sessions.noteProof(tx, session, this.clock.now()),
    );
    return ok({});
  }
}
