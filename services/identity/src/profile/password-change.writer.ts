import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/proto/rpc/actor';
import { LetterBox } from '../letters/letter-box.js';
import { SessionEnder } from '../sessions/session.ender.js';
import { PasswordStore } from '../users/password.store.js';
import type { UserFields } from '../users/user.rules.js';

@Injectable()
export class PasswordChangeWriter {
  constructor(
    private readonly passwords: PasswordStore,
    private readonly ender: SessionEnder,
    private readonly box: LetterBox,
  ) {}

  /** Saves the new password. The caller's session continues; the user's other sessions end. */
  async write(actor: Actor, { id, email, username }: UserFields, hash: string): Promise<void> {
    const { county, session, language } = actor;
    const others = session === null ? { user: id } : { othersOf: session };
    await this.ender.change(county, others, async (tx, end) => {
      await this.passwords.replace(tx, actor, id, hash);
      await end('REPLACED');
      await this.box.drop(tx, { kind: 'PASSWORD_CHANGED', email, username, language, userId: id });
    });
    this.box.collect(county);
  }
}
