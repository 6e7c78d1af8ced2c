import type { CurrentUser } from '@portal/proto/http/session';
import { isStaff, type Role } from '@portal/proto/roles';
import type { County } from '../../shared/county.js';

export interface NavigationEntry {
  to: string;
  /** Key of its text. */
  text: string;
  icon: string;
}

const everyone: readonly NavigationEntry[] = [
  { to: '/home', text: 'shell:nav.home', icon: 'home' },
  { to: '/search', text: 'shell:nav.search', icon: 'search' },
];

const purchases: NavigationEntry = { to: '/purchases', text: 'shell:nav.purchases', icon: 'tag' };
const reports: NavigationEntry = { to: '/reports', text: 'shell:nav.reports', icon: 'report' };

/** The link to what was bought, for all who pay: staff does not. */
export const purchasesOf = (role: Role | undefined): NavigationEntry | undefined =>
  role && !isStaff(role) ? purchases : undefined;

/** The links of the header for a role (A5-16, A5-18); only pages that exist are linked. */
export const navigationFor = (role: Role | undefined): readonly NavigationEntry[] => {
  if (!role) return [];
  const bought = isStaff(role) ? [] : [purchases];
  return [...everyone, ...bought, ...(isStaff(role) || role === 'ACCOUNT' ? [reports] : [])];
};

/** Who sees a balance: not staff, not guests (A5-08). */
export const seesBalance = (role: Role): boolean => role === 'USER' || role === 'ACCOUNT';

/** Who has a profile: everybody but guests, who share one sign-in (A5-02). */
export const hasProfile = (role: Role): boolean => role !== 'GUEST';

/** Who may add money to the account: its administrators, where the county takes cards for it (A5-11, A5-12). */
export const addsMoney = (role: Role, { escrow }: County): boolean =>
  role === 'ACCOUNT' && escrow.reloadByCreditCard;

/** Who buys images for a flat-fee account: its administrators, where the county lets them (A5-13). */
export const buysImages = ({ role, accountType }: CurrentUser, { flatFee }: County): boolean =>
  role === 'ACCOUNT' && accountType === 'FLAT_FEE' && flatFee.accountAdminReload;
