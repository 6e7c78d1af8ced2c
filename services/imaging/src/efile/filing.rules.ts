import type { EfileForm } from '@portal/proto/http/efile';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Filing, Sender } from './filing.repository.js';

/**
 * False for guests, who share a user: one guest would see what another has sent. All others have a user of their own
 * (DECISIONS.md#efile-1).
 */
export const mayFile = ({ role, user }: Actor): boolean =>
  user !== null && (role === 'TRIMIN' || role === 'COUNTY' || role === 'ACCOUNT' || role === 'USER');

/** True for staff, who work on the filings of all senders. */
export const isOffice = ({ role }: Actor): boolean => role === 'TRIMIN' || role === 'COUNTY';

export const userOf = ({ user, username }: Actor): string => user ?? username;

/** True for a filing of the caller. A filing of another user counts as missing. */
export const isOwn = (filing: Filing | undefined, actor: Actor): filing is Filing =>
  filing !== undefined && filing.userId === userOf(actor) && filing.accountId === actor.account;

/** A filing that was sent to the office, so that it has a number. The office sees no other filings. */
export type Sent = Filing & { readonly number: number; readonly submittedAt: Date };
export const wasSent = (filing: Filing | undefined): filing is Sent =>
  filing !== undefined && filing.number !== null && filing.submittedAt !== null;

/**
 * True for a filing of the given sender that the office has rejected or wants corrected. False for a rejected filing
 * that already has a correction.
 */
export const isCorrectable = (
  filing: Filing | undefined,
  { userId, accountId }: Pick<Filing, 'userId' | 'accountId'>,
): filing is Filing & { readonly state: 'CORRECTION_ASKED' | 'REJECTED' } =>
  filing !== undefined &&
  filing.userId === userId &&
  filing.accountId === accountId &&
  (filing.state === 'CORRECTION_ASKED' || (filing.state === 'REJECTED' && filing.correctedBy === null));

export const senderOf = (form: EfileForm): Sender => ({
  ...{ efileType: form.efileType, name: form.name, email: form.email, address1: form.address1 },
  ...{ address2: form.address2, city: form.city, stateCode: form.state, zip: form.zip },
});
