import { Injectable } from '@nestjs/common';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { LetterBox } from '../letters/letter-box.js';
import { SessionEnder } from '../sessions/session.ender.js';
import { PasswordStore } from '../users/password.store.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserFields } from '../users/user.rules.js';

type Written = Result<Record<string, never>, 'NOT_FOUND'>;

@Injectable()
export class PasswordChangeWriter {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: PasswordStore,
    private readonly ender: SessionEnder,
    private readonly box: LetterBox,
  ) {}

  /**
   * Saves the new password. The caller's session continues; the user's other sessions end. Fails if the caller's
   * session has ended since the current password was checked, because the password may have been replaced since then.
   */
  async write(actor: Actor, { id, email, username }: UserFields, hash: string): Promise<Written> {
    const { county, session, language } = actor;
    const others = session === null ? { user: id } : { othersOf: session };
    const done = await this.ender.change(county, others, async (tx, end) => {
      await this.users.findForChange(tx, id);
      if (session !== null && !(await this.ender.isLive(tx, session))) return false;
      await this.passwords.replace(tx, actor, id, hash);
      await end('REPLACED');
      await this.box.drop(tx, { kind: 'PASSWORD_CHANGED', email, username, language, userId: id });
      return true;
    });
    if (!done) return fail('NOT_FOUND');
    this.box.collect(county);
    return ok({});
  }
}
