import { newAccountPaysBy } from '@portal/proto/config/new-account';
import type { SectionValue } from '@portal/proto/config/sections';
import type { Account } from '@portal/proto/rpc/identity';

/**
 * Makes the account of a user who registers. The account pays per use: from escrow if the county accepts escrow but no
 * cards, otherwise by card, and never by invoice. Staff may change the account later.
 */
export const accountOf = (id: string, name: string, payments: SectionValue<'payments'>): Account => ({
  id,
  name,
  status: 'A',
  searchList: null,
  terms: {
    accountType: 'A_LA_CARTE',
    paymentMethod: newAccountPaysBy(payments),
    imageChargeMethod: 'PAGE',
    certificateChargeMethod: 'DOCUMENT',
    imageRetrieval: true,
    previewRetrieval: true,
    certificateRetrieval: true,
    certificatePreviewRetrieval: true,
    userReload: false,
  },
});

/**
 * Words that a password must not contain: the id of the county, the username, and the e-mail address up to its @
 * (S39).
 */
export const namesIn = (o: { county: string; username: string; email: string }): string[] => [
  o.county,
  o.username,
  o.email.replace(/@.*$/, ''),
];
