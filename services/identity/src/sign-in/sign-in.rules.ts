import type { SectionValue } from '@portal/proto/config/sections';
import type { Role } from '@portal/proto/roles';
import { isLockedOut, type CountyRules } from '../sessions/session.rules.js';
import type { UserStatus } from '../users/user.entity.js';

/** The user of a username. */
export interface Candidate {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly status: UserStatus;
  /** Null for a user without account. */
  readonly account: string | null;
  readonly accountStatus: 'A' | 'I' | null;
  readonly hash: string;
  /** The user has signed in from this network lately. */
  readonly knownHere: boolean;
  /** The user has signed in from any network lately. */
  readonly knownAnywhere: boolean;
}

export type Refusal = 'USER_LOCKED' | 'USER_INACTIVE' | 'USER_PENDING' | 'SYSTEM_LOCKOUT';

/** How long a network counts as one of the user's own. */
export const KNOWN_MS = 90 * 24 * 60 * 60_000;

const LONGEST_USERNAME = 100;

/** Usernames are compared without case; undefined for text that cannot be one (PostgreSQL refuses NUL in a text). */
export function usernameKey(username: string): string | undefined {
  const key = username.trim().toLowerCase();
  return key.length > 0 && key.length <= LONGEST_USERNAME && /^[\x21-\x7e]+$/.test(key) ? key : undefined;
}

/** Why a user who knew the password may not sign in; nobody else learns the reason. */
export function refusalOf(
  candidate: Candidate,
  rules: Pick<CountyRules, 'userLockout'>,
): Refusal | undefined {
  if (candidate.status === 'L') return 'USER_LOCKED';
  if (candidate.status === 'P') return 'USER_PENDING';
  if (candidate.status === 'I' || candidate.accountStatus === 'I') return 'USER_INACTIVE';
  return isLockedOut(candidate.role, rules.userLockout) ? 'SYSTEM_LOCKOUT' : undefined;
}

/**
 * True if a wrong password counts toward status L: only under the county's rule (S17), never for TRIMIN users,
 * and not from an unknown network while the user signs in from a known one, because otherwise anybody could lock
 * anybody.
 */
export const countsForLock = (candidate: Candidate, rule: SectionValue<'userAccess'>): boolean =>
  rule.limitLoginAttempts &&
  candidate.role !== 'TRIMIN' &&
  candidate.status === 'A' &&
  (candidate.knownHere || !candidate.knownAnywhere);
