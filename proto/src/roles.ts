import * as z from 'zod/mini';

/** Roles of the specification (A12-32). */
export const roles = ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** Provider and county staff are never charged and see no balance (payments/DESIGN.md#who-pays). */
export const isStaff = (of: Role): boolean => of === 'TRIMIN' || of === 'COUNTY';

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
