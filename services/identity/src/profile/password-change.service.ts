import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Parsed } from '@portal/proto/rpc/contract';
import type { changePassword } from '@portal/proto/rpc/registration';
import { namesIn } from '../registration/registration.rules.js';
import { PasswordHasher } from '../users/password-hasher.js';
import { UserRepository } from '../users/user.repository.js';
import { passwordFault } from '../users/user.rules.js';
import { FreshProof } from './fresh-proof.js';
import { PasswordChangeWriter } from './password-change.writer.js';

type Changed = Result<Record<string, never>, ErrorOf<typeof changePassword>>;

/** Changes the password of a signed-in user (A6-25). */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly proof: FreshProof,
    private readonly hasher: PasswordHasher,
    private readonly writer: PasswordChangeWriter,
  ) {}

  async change(actor: Actor, { change, address }: Parsed<typeof changePassword>): Promise<Changed> {
    const { county, user: id, role } = actor;
    if (id === null || role === 'GUEST') return fail('NOT_FOUND');
    const [user, isProvided] = await this.database.withCounty(county, async (tx) => [
      await this.users.findForChange(tx, id),
      await this.users.isProvided(tx, id),
    ]);
    if (!user) return fail('NOT_FOUND');
    if (isProvided) return fail('INVALID_INPUT', undefined, { password: 'panel:passwordElsewhere' });
    const fault = passwordFault(change.password, user.role, namesIn({ ...user, county }));
    if (fault) return fail('INVALID_INPUT', undefined, { password: fault });
    const proved = await this.proof.prove(actor, change.currentPassword, address);
    if (!proved.ok) return proved;
    const hash = await this.hasher.hash(change.password);
    if (hash === undefined) return fail('TOO_MANY_REQUESTS', { seconds: 1 });
    return this.writer.write(actor, user, hash);
  }
}
