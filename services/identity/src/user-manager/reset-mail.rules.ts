import type { Language, UserStatus } from '@portal/proto/roles';
import type { Managed } from './managed-user.rules.js';

/** What decides whether a link for a new password is mailed to a user. */
export interface ResetCandidate extends Managed {
  readonly username: string;
  readonly email: string;
  readonly language: Language;
  readonly status: UserStatus;
  readonly accountStatus: 'A' | 'I' | null;
  /** True for a user who signs in at the county's identity provider and has no password at the portal. */
  readonly isProvided: boolean;
  /** True if a link that was mailed earlier still works. */
  readonly hasLink: boolean;
}

export type ResetRefusal = 'RESET_ELSEWHERE' | 'RESET_NOT_ACTIVE' | 'RESET_NO_ADDRESS';

/** Returns why no link may be mailed to the user; undefined if it may. Guests share a user, which has no address. */
export function resetRefusal(user: ResetCandidate): ResetRefusal | undefined {
  if (user.isProvided) return 'RESET_ELSEWHERE';
  if (user.status !== 'A' || user.accountStatus === 'I') return 'RESET_NOT_ACTIVE';
  return user.email === '' || user.role === 'GUEST' ? 'RESET_NO_ADDRESS' : undefined;
}
