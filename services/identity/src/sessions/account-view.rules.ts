import { isStaff, type Role } from '@portal/proto/roles';

/** An account view: a staff user sees the portal as a user of the account would see it. */
export interface AccountView<Account> {
  /** The session's user id during the view. No real user has this id, so no data of a real user is shown or changed. */
  readonly id: string;
  readonly until: Date;
  /** The viewed account; undefined if it has been deleted. */
  readonly account: Account | undefined;
}

/** How long a view lasts if nobody leaves it earlier. */
export const VIEW_MS = 30 * 60_000;

/**
 * The role of the session during an account view. Only staff may begin views, so this role is never above their own.
 */
export const viewRole: Role = 'USER';

export const mayView = (role: Role | 'SYSTEM' | 'ANONYMOUS'): boolean =>
  role === 'TRIMIN' || role === 'COUNTY';

/**
 * Returns the account that the session views at this time; undefined if there is no view, if the view is over, or if
 * the session's user is no longer staff.
 */
export function viewedAccount<Account extends { readonly status: 'A' | 'I' }>(
  role: Role,
  view: AccountView<Account> | null,
  now: Date,
): Account | undefined {
  if (!view || view.until <= now || !isStaff(role)) return undefined;
  return view.account?.status === 'A' ? view.account : undefined;
}
