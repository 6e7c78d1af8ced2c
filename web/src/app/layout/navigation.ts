import type { Role } from '@portal/proto/roles';
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

/** The links of the header for a role (A5-16); only pages that exist are linked. */
export const navigationFor = (role: Role | undefined): readonly NavigationEntry[] => (role ? everyone : []);

/** Who sees a balance: not staff, not guests (A5-08). */
export const seesBalance = (role: Role): boolean => role === 'USER' || role === 'ACCOUNT';

/** Who has a profile: everybody but guests, who share one sign-in (A5-02). */
export const hasProfile = (role: Role): boolean => role !== 'GUEST';

/** Who may add money to the account: its administrators, where the county takes cards for it (A5-11, A5-12). */
export const addsMoney = (role: Role, { escrow }: County): boolean =>
  role === 'ACCOUNT' && escrow.reloadByCreditCard;
