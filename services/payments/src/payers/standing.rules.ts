import type { Actor } from '@portal/proto/rpc/actor';

/** What somebody is to payments, whatever the rule is about. */
export interface Standing {
  /** Works for the county or the provider: pays for nothing, and sees what others paid. */
  readonly isStaff: boolean;
  /** A service of ours, on nobody's behalf. */
  readonly isSystem: boolean;
  /** Belongs to an account that pays and keeps what is bought. */
  readonly isMember: boolean;
  /** A member who acts for the whole account. */
  readonly isAdministrator: boolean;
  /** Pays, and shares user and account with strangers: what is bought belongs to the session. */
  readonly isGuest: boolean;
}

const nobody: Standing = {
  isStaff: false,
  isSystem: false,
  isMember: false,
  isAdministrator: false,
  isGuest: false,
};

/** The one place that says what a role may mean for money (A12-32). */
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

/** Who an order, a card page or a search belongs to: the user's id, or the name of one who has none. */
export const userOf = ({ user, username }: Actor): string => user ?? username;
