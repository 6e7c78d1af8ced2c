import type { Actor } from '@portal/proto/rpc/actor';

/** The properties of an actor on which the rules of the payments service depend. */
export interface Standing {
  /** True for the roles COUNTY and TRIMIN, whose users pay nothing and see the purchases of others. */
  readonly isStaff: boolean;
  /** True for a service of the portal that acts for no user. */
  readonly isSystem: boolean;
  /** True if the actor belongs to an account. The account pays, and it keeps the pages that its users buy. */
  readonly isMember: boolean;
  /** True for a member who acts for the whole account. */
  readonly isAdministrator: boolean;
  /** True for a guest. Guests share their user and account with strangers, so their purchases belong to the session. */
  readonly isGuest: boolean;
}

const nobody: Standing = {
  isStaff: false,
  isSystem: false,
  isMember: false,
  isAdministrator: false,
  isGuest: false,
};

/** The only table of the rights of roles in payments (A12-32). */
const standings: Readonly<Record<Actor['role'], Standing>> = {
  TRIMIN: { ...nobody, isStaff: true },
  COUNTY: { ...nobody, isStaff: true },
  ACCOUNT: { ...nobody, isMember: true, isAdministrator: true },
  USER: { ...nobody, isMember: true },
  GUEST: { ...nobody, isGuest: true },
  SYSTEM: { ...nobody, isSystem: true },
  ANONYMOUS: nobody,
};

export const standingOf = ({ role }: Pick<Actor, 'role'>): Standing => standings[role];

/**
 * Returns the owner of an order, a card page or a search: the user's id, or the username of an actor without a user id.
 */
export const userOf = ({ user, username }: Actor): string => user ?? username;
