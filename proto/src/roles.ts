import * as z from 'zod/mini';

/** Roles of the specification (A12-32). */
export const roles = ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** Staff (TRIMIN and COUNTY) is never charged and sees no balance (payments/DESIGN.md#who-pays). */
export const isStaff = (of: Role): boolean => of === 'TRIMIN' || of === 'COUNTY';

/** A active, I inactive, P pending self-registration, L locked out (C1-16). */
export const userStatus = z.enum(['A', 'I', 'P', 'L']);
export type UserStatus = z.infer<typeof userStatus>;

/**
 * The status that a user or an account should have after a change. A request with a status can be repeated safely. A
 * request without a status switches from active to inactive, or back.
 */
export const wantedStatus = z.enum(['A', 'I']);
export type WantedStatus = z.infer<typeof wantedStatus>;

/** Roles whose users belong to an account; staff belongs to the county. */
export const hasAccount = (of: Role): boolean => !isStaff(of);

/**
 * The roles that a user may give to others and take from them (S9). Nobody gives a role above their own, and an
 * account's administrator manages only the account's own users.
 */
export const allowableRoles = (of: Role | 'SYSTEM' | 'ANONYMOUS'): readonly Role[] => {
  if (of === 'TRIMIN') return roles;
  if (of === 'COUNTY') return roles.filter((role) => role !== 'TRIMIN');
  return of === 'ACCOUNT' ? ['ACCOUNT', 'USER'] : [];
};

/** True for staff and account administrators. They prove who they are before they change the access of others (S38). */
export const managesUsers = (of: Role): boolean => allowableRoles(of).length > 0;

export const accountType = z.enum(['A_LA_CARTE', 'FLAT_FEE']);

export const paymentMethod = z.enum(['ESCROW', 'INVOICE', 'CREDIT_CARD']);
export type PaymentMethod = z.infer<typeof paymentMethod>;

/**
 * DOCUMENT charges one price for any number of pages. PAGE charges a price for the first page and one for each
 * additional page (A10-32).
 */
export const chargeMethod = z.enum(['DOCUMENT', 'PAGE']);
export type ChargeMethod = z.infer<typeof chargeMethod>;

export const languages = [
  'BENGALI',
  'CAROLINIAN',
  'CHAMORRO',
  'CHINESE',
  'CHUUKESE',
  'ENGLISH',
  'JAPANESE',
  'KOREAN',
  'PALAUAN',
  'POHNPEIAN',
  'RUSSIAN',
  'TAGALOG',
  'THAI',
  'TURKISH',
] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;
