import { isStaff } from '@portal/proto/roles';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';
import type { Account } from '@portal/proto/rpc/identity';

/** True for staff, and for the portal itself, which saves demo accounts. */
export const maySaveAccounts = (actor: Actor): boolean =>
  actor.role === 'SYSTEM' || (actor.role !== 'ANONYMOUS' && isStaff(actor.role));

export const sameAccount = (a: Account, b: Account): boolean =>
  a.name === b.name && a.status === b.status && sameTerms(a, b) && sameSearches(a, b);

const sameTerms = ({ terms: a }: Account, { terms: b }: Account): boolean =>
  a.accountType === b.accountType &&
  a.paymentMethod === b.paymentMethod &&
  a.imageChargeMethod === b.imageChargeMethod &&
  a.certificateChargeMethod === b.certificateChargeMethod &&
  a.imageRetrieval === b.imageRetrieval &&
  a.previewRetrieval === b.previewRetrieval &&
  a.certificateRetrieval === b.certificateRetrieval &&
  a.certificatePreviewRetrieval === b.certificatePreviewRetrieval &&
  a.userReload === b.userReload;

const sameSearches = ({ searchList: a }: Account, { searchList: b }: Account): boolean =>
  a === null || b === null ? a === b : a.length === b.length && a.every((type) => b.includes(type));

/** Returns the terms of an account without the other columns of its row. */
export const termsOf = (row: AccountTerms): AccountTerms => ({
  accountType: row.accountType,
  paymentMethod: row.paymentMethod,
  imageChargeMethod: row.imageChargeMethod,
  certificateChargeMethod: row.certificateChargeMethod,
  imageRetrieval: row.imageRetrieval,
  previewRetrieval: row.previewRetrieval,
  certificateRetrieval: row.certificateRetrieval,
  certificatePreviewRetrieval: row.certificatePreviewRetrieval,
  userReload: row.userReload,
});
