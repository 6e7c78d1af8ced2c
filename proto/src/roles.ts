import * as z from 'zod/mini';

/** Roles of the specification (A12-32). */
export const roles = ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** Provider and county staff are never charged and see no balance (payments/DESIGN.md#who-pays). */
export const isStaff = (of: Role): boolean => of === 'TRIMIN' || of === 'COUNTY';

/** A active, I inactive, P pending self-registration, L locked out (C1-16). */
export const userStatus = z.enum(['A', 'I', 'P', 'L']);
export type UserStatus = z.infer<typeof userStatus>;

/** Roles whose users belong to an account; staff belongs to the county. */
export const hasAccount = (of: Role): boolean => !isStaff(of);

/**
 * Roles that somebody may give and take (S9): nobody lifts a user above themselves, and an account's administrator stays
 * among the account's own.
 */
export const allowableRoles = (of: Role): readonly Role[] => {
  if (of === 'TRIMIN') return roles;
  if (of === 'COUNTY') return roles.filter((role) => role !== 'TRIMIN');
  return of === 'ACCOUNT' ? ['ACCOUNT', 'USER'] : [];
};

export const accountType = z.enum(['A_LA_CARTE', 'FLAT_FEE']);

export const paymentMethod = z.enum(['ESCROW', 'INVOICE', 'CREDIT_CARD']);
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** A document charge is one price however many pages, a page charge a first page and the others (A10-32). */
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
