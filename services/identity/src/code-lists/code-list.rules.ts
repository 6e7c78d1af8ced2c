import type { Actor } from '@portal/proto/rpc/actor';

/**
 * The users and accounts that an actor may choose from: all of the county, one account with its users, or none
 * (DECISIONS.md#spec-11).
 */
export type CodeListScope = 'COUNTY' | { readonly account: string } | 'NONE';

/**
 * Returns what an actor may choose from in choice lists: staff from the whole county, an ACCOUNT user from their own
 * account, and other users from nothing.
 */
export function codeListScope({ role, account }: Actor): CodeListScope {
  if (role === 'TRIMIN' || role === 'COUNTY') return 'COUNTY';
  return role === 'ACCOUNT' && account !== null ? { account } : 'NONE';
}
