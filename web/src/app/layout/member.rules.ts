import type { CurrentUser } from '@portal/proto/http/session';
import type { Role } from '@portal/proto/roles';
import type { County } from '../../shared/county.js';

/** Roles with a balance: all except staff and guests (A5-08). */
export const seesBalance = (role: Role): boolean => role === 'USER' || role === 'ACCOUNT';

/**
 * True for users with a profile. Guests have none, because they share one sign-in (A5-02). Staff have none while they
 * view an account.
 */
export const hasProfile = ({ role, view }: Pick<CurrentUser, 'role' | 'view'>): boolean =>
  role !== 'GUEST' && !view;

/**
 * Roles that may add money to an account: its administrators, in a county that accepts cards for escrow (A5-11, A5-12).
 */
export const addsMoney = (role: Role, { escrow }: County): boolean =>
  role === 'ACCOUNT' && escrow.reloadByCreditCard;

/** Users who may buy images for a flat-fee account: its administrators, in a county that allows this (A5-13). */
export const buysImages = ({ role, accountType }: CurrentUser, { flatFee }: County): boolean =>
  role === 'ACCOUNT' && accountType === 'FLAT_FEE' && flatFee.accountAdminReload;
