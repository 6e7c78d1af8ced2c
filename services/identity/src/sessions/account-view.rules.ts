import { isStaff, type Role } from '@portal/proto/roles';

/** A view that a member of staff has begun: the portal as a user of an account would see it. */
export interface AccountView<Account> {
  /** Stands in for the user's id, so that nothing of a real user is shown or changed. */
  readonly id: string;
  readonly until: Date;
  /** Undefined if the account has been deleted. */
  readonly account: Account | undefined;
}

/** How long a view lasts if nobody leaves it earlier. */
export const VIEW_MS = 30 * 60_000;

/** The role in a view. It is never above the role of whoever looks, because only staff begins views. */
export const viewRole: Role = 'USER';

export const mayView = (role: Role | 'SYSTEM' | 'ANONYMOUS'): boolean =>
  role !== 'SYSTEM' && role !== 'ANONYMOUS' && isStaff(role);

/**
 * The account that the session sees at this time; undefined without a view, when the view is over, or when its user is
 * no longer staff.
 */
export function viewedAccount<Account extends { readonly status: 'A' | 'I' }>(
  role: Role,
  view: AccountView<Account> | null,
  now: Date,
): Account | undefined {
  if (!view || view.until <= now || !isStaff(role)) return undefined;
  return view.account?.status === 'A' ? view.account : undefined;
}
