import type { UserEntry } from '@portal/proto/http/user-manager';
import { allowableRoles, hasAccount, type Role, type UserStatus } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';

/** The fields of a user that decide who may manage the user. */
export interface Managed {
  readonly role: Role;
  readonly account: string | null;
}

/**
 * True if the actor may manage the user. Staff manage the users whose roles they may assign; an ACCOUNT user manages
 * the users of their own account (DECISIONS.md#spec-11).
 */
export function mayManage(actor: Actor, { role, account }: Managed): boolean {
  if (!allowableRoles(actor.role).includes(role)) return false;
  return actor.role !== 'ACCOUNT' || (actor.account !== null && account === actor.account);
}

/** Like `mayManage`, for a deleted user, whose role is not kept. `former` is undefined if no such user was deleted. */
export function mayManageFormer(actor: Actor, former: Pick<Managed, 'account'> | undefined): boolean {
  if (former === undefined) return false;
  return mayManage(actor, { role: 'USER', account: former.account });
}

/** Returns the role and account that the user has after the entry is saved; staff belong to no account. */
export const managedOf = ({ role, accountId }: Pick<UserEntry, 'role' | 'accountId'>): Managed => ({
  role,
  account: hasAccount(role) ? accountId : null,
});

/**
 * True if the change removes or deactivates an active COUNTY user; the county must keep at least one
 * (DECISIONS.md#panel-5).
 */
export const takesCountyUser = (
  before: { role: Role; status: UserStatus },
  after: { role: Role; status: UserStatus } | undefined,
): boolean => isCountyUser(before) && (after === undefined || !isCountyUser(after));

const isCountyUser = ({ role, status }: { role: Role; status: UserStatus }): boolean =>
  role === 'COUNTY' && status === 'A';
