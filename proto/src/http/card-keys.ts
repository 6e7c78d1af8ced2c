import * as z from 'zod/mini';
import { secret } from '../secret.js';

// The keys of a county's account at the card provider. Staff can enter them, but no answer contains them.

const typed = (most: number) =>
  z
    .string('forms:required')
    .check(z.trim(), z.minLength(1, 'forms:required'), z.maxLength(most, 'forms:tooLong'));

/** POST controlPanel/cardKeys. If the signature key is empty, the merchant keeps its current signature key. */
export const cardKeysRequest = z.object({
  /**
   * The merchant's id at the card provider. Payments under way are identified by it, so it stays the same when the keys
   * change.
   */
  merchant: typed(60),
  loginId: secret(typed(60)),
  transactionKey: secret(typed(200)),
  signatureKey: secret(z._default(z.string().check(z.trim(), z.maxLength(200, 'forms:tooLong')), '')),
});
export type CardKeysRequest = z.input<typeof cardKeysRequest>;
export type CardKeysTyped = z.output<typeof cardKeysRequest>;

/**
 * CHANGED: new keys of the same merchant account, or the first keys of a county. ASKED: keys of another merchant, which
 * a second person must approve or refuse; the person who entered the keys may withdraw them. ENDED: nobody decided in
 * time; `by` is the person who entered the keys.
 */
export const cardKeysDeed = z.enum(['CHANGED', 'ASKED', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'ENDED']);
export type CardKeysDeed = z.infer<typeof cardKeysDeed>;

const change = z.object({
  /** The time of the change. */
  at: z.iso.datetime(),
  /** The username of the person who did this; for ENDED, of the person who entered the keys. */
  by: z.string(),
  deed: cardKeysDeed,
  merchant: z.string(),
  /** The id of the merchant that was in use before; '' when there was none. */
  merchantBefore: z.string(),
});

/** Keys of another merchant that wait for a second person. */
export const waitingCardKeys = z.object({
  id: z.uuid(),
  merchant: z.string(),
  loginEnd: z.string(),
  /** The username of the person who entered the keys. */
  by: z.string(),
  /** The time at which the keys were entered. */
  at: z.iso.datetime(),
  /** The instant after which nobody can approve the keys. */
  endsAt: z.iso.datetime(),
  /** True if the requesting user entered these keys, so that somebody else has to approve them. */
  own: z.boolean(),
});

/** POST controlPanel/cardKeys/decision. The person who entered the keys withdraws them with `approve: false`. */
export const cardKeysDecision = z.object({ id: z.uuid(), approve: z.boolean() });
export type CardKeysDecision = z.infer<typeof cardKeysDecision>;

/** GET controlPanel/cardKeys. */
export const cardKeys = z.object({
  /** False if the installation has no key for sealing, so that staff cannot enter card keys. */
  canBeSet: z.boolean(),
  /**
   * Where the keys in use come from: the county's office, or the operator's file. LOCKED: the payments service can no
   * longer open the keys that the office entered, so that nobody can pay by card until they are entered again.
   */
  source: z.enum(['OFFICE', 'OPERATOR', 'LOCKED', 'NONE']),
  merchant: z.string(),
  /** The last characters of the login id; '' unless the office entered it. */
  loginEnd: z.string(),
  hasSignatureKey: z.boolean(),
  /** The changes of the keys, newest first. */
  changes: z.array(change),
  /** Keys that wait for a second person. Until that person approves them, the present keys stay in use. */
  waiting: z.nullable(waitingCardKeys),
});
export type CardKeys = z.infer<typeof cardKeys>;

/** POST controlPanel/cardKeys/check: the card provider's answer about the keys in use. NO_ANSWER: it did not answer. */
export const cardKeysCheck = z.object({ outcome: z.enum(['ACCEPTED', 'REFUSED', 'NO_ANSWER', 'NO_KEYS']) });
export type CardKeysCheck = z.infer<typeof cardKeysCheck>;

/**
 * The context with which card keys are sealed. It binds the keys to their county, so that they cannot be opened for
 * another county.
 */
export const cardKeysOf = (county: string): string => `card keys\n${county}`;
