import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, isDuplicate, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { NewUser } from '@portal/proto/rpc/identity';
import { AccountRepository } from '../accounts/account.repository.js';
import { SessionEnder, type EndSessions } from '../sessions/session.ender.js';
import { PasswordStore } from '../users/password.store.js';
import { UserRepository } from '../users/user.repository.js';
import { officeMayManage, passwordFault, sameUser, type UserFields } from '../users/user.rules.js';

type Done = Record<string, never>;

@Injectable()
export class UserService {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordStore,
    private readonly ender: SessionEnder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates a user, or updates the user with this id; repeating the call changes nothing. A new password or a status
   * other than active ends the user's sessions; another role or account applies at the next request.
   */
  async save(
    actor: Actor,
    given: NewUser,
  ): Promise<Result<Done, 'CONFLICT' | 'INVALID_INPUT' | 'NOT_FOUND'>> {
    const { password, ...user } = given;
    if (!officeMayManage(actor, user.role)) return fail('NOT_FOUND');
    const fault = passwordFault(password, user.role, [user.username, actor.county]);
    // a user whom the portal itself saves, such as a demo user with the public password, need not follow the rules for
    // passwords
    if (fault && actor.role !== 'SYSTEM') return fail('INVALID_INPUT', undefined, { password: fault });
    const newHash = await this.passwords.hashIfOther(actor.county, user.id, password);
    try {
      return await this.ender.change(actor.county, { user: user.id }, (tx, end) =>
        this.write(tx, end, actor, user, newHash),
      );
    } catch (error) {
      // another user with this name was saved at the same moment
      if (isDuplicate(error, 'app_user_username_key')) return fail('CONFLICT');
      throw error;
    }
  }

  /**
   * Activates or deactivates a user. Activating unlocks the user and resets the count of wrong passwords; deactivating
   * ends the user's sessions.
   */
  async setStatus(actor: Actor, id: string, status: 'A' | 'I'): Promise<Result<Done, 'NOT_FOUND'>> {
    return this.ender.change(actor.county, { user: id }, async (tx, end) => {
      const user = await this.findManaged(tx, actor, id);
      if (!user) return fail('NOT_FOUND');
      if (status === 'A') await this.passwords.forgetFailures(tx, id);
      if (!(await this.users.setStatus(tx, id, status, this.clock.now()))) return ok({});
      if (status === 'I') await end('DEACTIVATED');
      await this.tellChanged(tx, actor, { ...user, status });
      return ok({});
    });
  }

  async endSessions(actor: Actor, id: string): Promise<Result<{ ended: number }, 'NOT_FOUND'>> {
    const user = await this.database.withCounty(actor.county, (tx) => this.findManaged(tx, actor, id));
    if (!user) return fail('NOT_FOUND');
    return ok({ ended: await this.ender.end(actor.county, { user: id }, 'ENDED_BY_STAFF') });
  }

  private async write(
    tx: Tx,
    end: EndSessions,
    actor: Actor,
    user: UserFields,
    newHash: string | undefined,
  ): Promise<Result<Done, 'CONFLICT' | 'NOT_FOUND'>> {
    if (user.account !== null && !(await this.accounts.hold(tx, user.account))) return fail('NOT_FOUND');
    const before = await this.users.findForChange(tx, user.id);
    if (before && !officeMayManage(actor, before.role)) return fail('NOT_FOUND');
    if (await this.users.isUsernameTaken(tx, user.username, user.id)) return fail('CONFLICT');
    const now = this.clock.now();
    if (!before || !sameUser(before, user)) {
      await this.users.save(tx, user, now);
      await this.tellChanged(tx, actor, user);
    }
    const moved = before !== undefined && before.email.toLowerCase() !== user.email.toLowerCase();
    if (moved) await this.passwords.endLinks(tx, user.id);
    if (newHash !== undefined) await this.passwords.replace(tx, actor, user.id, newHash);
    if (user.status !== 'A') await end('DEACTIVATED');
    else if (before && newHash !== undefined) await end('ENDED_BY_STAFF');
    return ok({});
  }

  /** Finds the user; returns undefined if the user does not exist or the actor may not manage the user. */
  private async findManaged(tx: Tx, actor: Actor, id: string): Promise<UserFields | undefined> {
    const user = await this.users.findForChange(tx, id);
    return user && officeMayManage(actor, user.role) ? user : undefined;
  }

  private tellChanged(
    tx: Tx,
    actor: Actor,
    { id, account, role, status, username }: UserFields,
  ): Promise<void> {
    return emit(tx, {
      type: 'identity.user-changed.v1',
      aggregate: `user:${id}`,
      actor: actor.user ?? actor.username,
      payload: { user: id, account: account ?? '', role, status, username },
    });
  }
}
