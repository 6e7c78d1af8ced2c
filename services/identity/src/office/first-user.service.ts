import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { inviteCountyUser } from '@portal/proto/rpc/identity';
import { LetterBox } from '../letters/letter-box.js';
import { PasswordStore } from '../users/password.store.js';
import { UserRepository } from '../users/user.repository.js';
import { FirstUserRepository, type InvitedRole } from './first-user.repository.js';

type Invited = Result<Record<string, never>, 'CONFLICT' | 'INVALID_INPUT' | 'NOT_FOUND'>;
type Invitation = Parsed<typeof inviteCountyUser>;

/**
 * Opens a new county: invites its first COUNTY user and TRIMIN users (DECISIONS.md#panel-25, DECISIONS.md#panel-63).
 */
@Injectable()
export class FirstUserService {
  constructor(
    private readonly database: Database,
    private readonly firstUsers: FirstUserRepository,
    private readonly users: UserRepository,
    private readonly passwords: PasswordStore,
    private readonly box: LetterBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Writes the user, the events and the e-mail in one transaction. No password is stored: the user sets the first one
   * through the mailed link.
   */
  async invite(actor: Actor, invitation: Invitation, role: InvitedRole): Promise<Invited> {
    if (actor.role !== 'SYSTEM') return fail('NOT_FOUND');
    const done = await this.database.withCounty(actor.county, (tx) =>
      this.write(tx, actor, invitation, role),
    );
    if (done.ok) this.box.collect(actor.county);
    return done;
  }

  private async write(tx: Tx, actor: Actor, invitation: Invitation, role: InvitedRole): Promise<Invited> {
    const { username, email } = invitation;
    await this.firstUsers.lock(tx, username);
    const other = await (role === 'COUNTY'
      ? this.firstUsers.findOther(tx, username)
      : this.firstUsers.findProvider(tx, username));
    if (other !== undefined) return fail('CONFLICT', { username: other });
    const invited = await this.firstUsers.findInvited(tx, username, role);
    const id = invited ?? randomUUID();
    if (await this.users.isUsernameTaken(tx, username, id))
      return fail('INVALID_INPUT', undefined, { username: 'panel:usernameTaken' });
    const row = {
      ...invitation,
      id,
      role,
      status: 'A',
      language: 'ENGLISH',
      account: null,
    } as const;
    await this.users.save(tx, row, this.clock.now());
    // the earlier invitation may have gone to a mistyped address, so its link must stop working
    if (invited !== undefined) await this.passwords.endLinks(tx, id);
    await this.tell(tx, actor, { id, username, role });
    await this.box.drop(tx, { kind: 'PASSWORD', email, username, language: 'ENGLISH', userId: id });
    return ok({});
  }

  private async tell(
    tx: Tx,
    actor: Actor,
    { id, username, role }: { id: string; username: string; role: InvitedRole },
  ): Promise<void> {
    const by = actor.user ?? actor.username;
    await emit(tx, {
      ...{ type: 'identity.user-changed.v1', aggregate: `user:${id}`, actor: by },
      payload: { user: id, account: '', role, status: 'A', username },
    });
    await emit(tx, {
      ...{ type: 'audit.action-taken.v1', aggregate: `user:${id}`, actor: by },
      payload: { action: 'user.invite', object: id, detail: username },
    });
  }
}
