import type { SectionValue } from '@portal/proto/config/sections';
import type { Role } from '@portal/proto/roles';
import type { SignInProof } from '../sessions/session.repository.js';
import { isLockedOut, type CountyRules } from '../sessions/session.rules.js';
import type { UserStatus } from '../users/user.entity.js';

/** The user whose username was typed, with everything that the rules for sign-ins need. */
export interface Candidate extends SignInProof {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly status: UserStatus;
  /** Null for a user without an account. */
  readonly account: string | null;
  readonly accountStatus: 'A' | 'I' | null;
  readonly hash: string;
  /** True if the user has recently signed in from this network. */
  readonly knownHere: boolean;
  /** True if the user has recently signed in from any network. */
  readonly knownAnywhere: boolean;
}

export type Refusal = 'USER_LOCKED' | 'USER_INACTIVE' | 'USER_PENDING' | 'SYSTEM_LOCKOUT';

/** How long a network counts as known after the user has signed in from it. */
export const KNOWN_MS = 90 * 24 * 60 * 60_000;

const LONGEST_USERNAME = 100;

/**
 * Returns a username in the form in which usernames are compared, in lower case; undefined for text that cannot be a
 * username. Such text never reaches the database, because PostgreSQL refuses the character NUL.
 */
export function usernameKey(username: string): string | undefined {
  const key = username.trim().toLowerCase();
  return key.length > 0 && key.length <= LONGEST_USERNAME && /^[\x21-\x7e]+$/.test(key) ? key : undefined;
}

/**
 * Returns why a user who typed the right password may not sign in. Nobody without the right password learns the reason.
 */
export function refusalOf(
  candidate: Candidate,
  rules: Pick<CountyRules, 'userLockout'>,
): Refusal | undefined {
  if (candidate.status === 'L') return 'USER_LOCKED';
  if (candidate.status === 'P') return 'USER_PENDING';
  if (candidate.status === 'I' || candidate.accountStatus === 'I') return 'USER_INACTIVE';
  return isLockedOut(candidate.role, rules.userLockout) ? 'SYSTEM_LOCKOUT' : undefined;
}

/** Roles that wrong passwords never lock. All guests share one user, so one lock would shut out all of them. */
const neverLocked: readonly Role[] = ['TRIMIN', 'GUEST'];

/**
 * True if a wrong password counts toward locking the user. The county must have a limit (S17), the user must be active,
 * and the role must not be in `neverLocked`. A wrong password from an unknown network does not count if the user has
 * recently signed in from another network; otherwise anybody could lock out anybody else.
 */
export const countsForLock = (candidate: Candidate, rule: SectionValue<'userAccess'>): boolean =>
  rule.limitLoginAttempts &&
  !neverLocked.includes(candidate.role) &&
  candidate.status === 'A' &&
  (candidate.knownHere || !candidate.knownAnywhere);
