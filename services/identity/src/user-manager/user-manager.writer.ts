import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { isDuplicate, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { NewUserEntry, UserEntry } from '@portal/proto/http/user-manager';
import { fail, ok, type Result } from '@portal/proto/result';
import type { UserStatus, WantedStatus } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import { AccountRepository } from '../accounts/account.repository.js';
import { saveKey } from '../accounts/save-key.js';
import { SessionEnder, type EndSessions } from '../sessions/session.ender.js';
import { PasswordStore } from '../users/password.store.js';
import { removeUsers } from '../users/user-removal.js';
import { UserRepository } from '../users/user.repository.js';
import { passwordFault, type UserFields } from '../users/user.rules.js';
import { ManagedUserRepository } from './managed-user.repository.js';
import {
  managedOf,
  mayManage,
  mayManageFormer,
  takesCountyUser,
  type Managed,
} from './managed-user.rules.js';

type Done = Record<string, never>;
type Kept = 'LAST_COUNTY_USER' | 'NOT_FOUND' | 'OWN_USER';

/**
 * Changes the entries of users on behalf of their managers. Each change is one transaction; then the cached copies of
 * the user's sessions are renewed.
 */
@Injectable()
export class UserManagerWriter {
  constructor(
    private readonly managed: ManagedUserRepository,
    private readonly users: UserRepository,
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordStore,
    private readonly ender: SessionEnder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async create(
    actor: Actor,
    id: string,
    { password, username, ...entry }: NewUserEntry,
  ): Promise<Result<Done, 'INVALID_INPUT' | 'NOT_FOUND'>> {
    const managed = managedOf(entry);
    if (!mayManage(actor, managed)) return fail('NOT_FOUND');
    const fault = passwordFault(password, managed.role, [username, actor.county]);
    if (fault) return fail('INVALID_INPUT', undefined, { password: fault });
    const hash = await this.passwords.hashIfOther(actor.county, id, password);
    try {
      return await this.ender.change(actor.county, { user: id }, async (tx) => {
        if (!(await this.hasAccount(tx, managed))) return fail('NOT_FOUND');
        if (await this.users.isUsernameTaken(tx, username, id)) return nameTaken;
        const user = { ...rowOf(id, entry, managed), username, status: 'A' as const };
        await this.users.save(tx, user, this.clock.now());
        await this.managed.save(tx, id, entry, managed, this.clock.now());
        await this.noteAccess(tx, actor, id);
        if (hash !== undefined) await this.passwords.replace(tx, actor, id, hash);
        await this.tell(tx, actor, user, 'user.create');
        return ok({});
      });
    } catch (error) {
      if (isDuplicate(error, 'app_user_username_key')) return nameTaken;
      throw error;
    }
  }

  /**
   * Saves an entry. A repeat of the last save by the same person changes nothing.
   * @param version the version of the entry that was read; undefined overwrites any version
   */
  save(
    actor: Actor,
    id: string,
    entry: UserEntry,
    version: string | undefined,
  ): Promise<Result<Done, Kept | 'CONFLICT' | 'INVALID_INPUT'>> {
    const key = saveKey(actor, version, entry);
    const wanted = managedOf(entry);
    const work = async (tx: Tx, before: UserFields): Promise<Result<Done, Kept | 'CONFLICT'>> => {
      if (!(await this.managed.saves.isVersion(tx, id, version)))
        return (await this.managed.saves.isRepeated(tx, id, key)) ? ok({}) : fail('CONFLICT');
      const kept = await this.mustKeep(tx, actor, before, { ...before, role: wanted.role });
      if (kept) return fail(kept);
      const now = this.clock.now();
      await this.managed.save(tx, id, entry, wanted, now);
      await this.managed.saves.note(tx, id, key, actor, now);
      const isOtherMail = before.email.toLowerCase() !== entry.email.toLowerCase();
      if (isOtherMail) await this.passwords.endLinks(tx, id);
      if (isOtherMail || before.role !== wanted.role) await this.noteAccess(tx, actor, id);
      await this.tell(tx, actor, { ...before, ...wanted }, 'user.save');
      return ok({});
    };
    return this.change(actor, id, work, wanted);
  }

  /**
   * Activates or deactivates a user. Activating unlocks the user and resets the count of wrong passwords; deactivating
   * ends the user's sessions. A user who already has the wanted status does not change.
   * @param wanted the status to set; undefined switches to the other one
   */
  setStatus(
    actor: Actor,
    id: string,
    wanted: WantedStatus | undefined,
  ): Promise<Result<{ status: UserStatus }, Kept>> {
    return this.change(actor, id, async (tx, before, end) => {
      const status = wanted ?? (before.status === 'A' ? 'I' : 'A');
      if (status === before.status) return ok({ status });
      const kept = await this.mustKeep(tx, actor, before, { ...before, status });
      if (kept) return fail(kept);
      if (status === 'A') {
        await this.passwords.forgetFailures(tx, id);
        await this.noteAccess(tx, actor, id);
      }
      await this.users.setStatus(tx, id, status, this.clock.now());
      await this.users.keepFromReturning(tx, id);
      if (status === 'I') await end('DEACTIVATED');
      await this.tell(tx, actor, { ...before, status }, status === 'A' ? 'user.activate' : 'user.deactivate');
      return ok({ status });
    });
  }

  /** Deletes a user; deleting the user again also succeeds. */
  remove(actor: Actor, id: string): Promise<Result<Done, Kept>> {
    return this.ender.change(actor.county, { user: id }, async (tx, end) => {
      const before = await this.users.findForChange(tx, id);
      const isGone = !before && mayManageFormer(actor, await this.managed.findFormer(tx, id));
      if (!before || !mayManage(actor, before)) return isGone ? ok({}) : fail('NOT_FOUND');
      const kept = await this.mustKeep(tx, actor, before, undefined);
      if (kept) return fail(kept);
      await end('DEACTIVATED');
      await removeUsers(tx, [id], this.clock.now());
      await this.tell(tx, actor, { ...before, status: 'I' }, 'user.delete');
      return ok({});
    });
  }

  /**
   * Sets the password of a user. If the new password equals the present one, only the count of wrong passwords is
   * reset, so that a request may be repeated: sessions and mailed links stay, and the audit log gets no record. The
   * rights are checked before the passwords are compared; otherwise a caller without the right could learn from the
   * duration of the answer whether the two are equal.
   */
  async setPassword(
    actor: Actor,
    id: string,
    password: string,
  ): Promise<Result<Done, 'INVALID_INPUT' | 'NOT_FOUND'>> {
    const managed = await this.change(actor, id, () => Promise.resolve(ok({})));
    if (!managed.ok) return managed;
    const newHash = await this.passwords.hashIfOther(actor.county, id, password);
    return this.change(actor, id, async (tx, user, end) => {
      const fault = passwordFault(password, user.role, [user.username, actor.county]);
      if (fault) return fail('INVALID_INPUT', undefined, { password: fault });
      if (await this.users.isProvided(tx, id))
        return fail('INVALID_INPUT', undefined, { password: 'panel:passwordElsewhere' });
      await this.passwords.forgetFailures(tx, id);
      if (newHash === undefined) return ok({});
      await this.passwords.replace(tx, actor, id, newHash);
      await this.noteAccess(tx, actor, id);
      await end('ENDED_BY_STAFF');
      return ok({});
    });
  }

  /**
   * Makes a change to a user. Fails with NOT_FOUND if the user does not exist or the actor may not manage the user,
   * before or after the change.
   * @param wanted what the user becomes; if missing, role and account stay
   */
  private change<T>(
    actor: Actor,
    id: string,
    work: (tx: Tx, before: UserFields, end: EndSessions) => Promise<T>,
    wanted?: Managed,
  ): Promise<T | ReturnType<typeof fail<'NOT_FOUND'>>> {
    return this.ender.change(actor.county, { user: id }, async (tx, end) => {
      if (wanted && !(mayManage(actor, wanted) && (await this.hasAccount(tx, wanted))))
        return fail('NOT_FOUND');
      const before = await this.users.findForChange(tx, id);
      return before && mayManage(actor, before) ? work(tx, before, end) : fail('NOT_FOUND');
    });
  }

  /**
   * Records that somebody else changed how the user signs in; the user's own change does not count
   * (DECISIONS.md#panel-70).
   */
  private async noteAccess(tx: Tx, actor: Actor, id: string): Promise<void> {
    if (id !== actor.user) await this.users.noteAccess(tx, id, this.clock.now());
  }

  /**
   * Returns why a change is refused; undefined if it is allowed. Users must not lock themselves out, and the county
   * must keep a COUNTY user.
   */
  private async mustKeep(
    tx: Tx,
    actor: Actor,
    before: UserFields,
    after: UserFields | undefined,
  ): Promise<'OWN_USER' | 'LAST_COUNTY_USER' | undefined> {
    const changed = after?.role !== before.role || after.status !== before.status;
    if (before.id === actor.user && changed) return 'OWN_USER';
    if (!takesCountyUser(before, after)) return undefined;
    return (await this.managed.countCountyUsers(tx)) > 1 ? undefined : 'LAST_COUNTY_USER';
  }

  private async hasAccount(tx: Tx, { account }: Managed): Promise<boolean> {
    return account === null || this.accounts.hold(tx, account);
  }

  private async tell(tx: Tx, actor: Actor, user: UserFields, action: string): Promise<void> {
    const by = actor.user ?? actor.username;
    const { id, account, role, status, username } = user;
    await emit(tx, {
      ...{ type: 'identity.user-changed.v1', aggregate: `user:${id}`, actor: by },
      payload: { user: id, account: account ?? '', role, status, username },
    });
    await emit(tx, {
      ...{ type: 'audit.action-taken.v1', aggregate: `user:${id}`, actor: by },
      payload: { action, object: id, detail: username },
    });
  }
}

const nameTaken = fail('INVALID_INPUT', undefined, { username: 'panel:usernameTaken' });

const rowOf = (id: string, entry: UserEntry, { role, account }: Managed) => ({
  ...{ id, role, account, language: 'ENGLISH' as const },
  ...{ firstName: entry.firstName, lastName: entry.lastName, email: entry.email },
});
