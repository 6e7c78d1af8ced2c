import * as z from 'zod/mini';
import { secret } from '../secret.js';

// The keys of a county's account at the card provider. They are written and never shown.

const typed = (most: number) =>
  z
    .string('forms:required')
    .check(z.trim(), z.minLength(1, 'forms:required'), z.maxLength(most, 'forms:tooLong'));

/** POST controlPanel/cardKeys. An empty signature key keeps the one that the same merchant has. */
export const cardKeysRequest = z.object({
  /** The merchant's id at the provider; payments under way are found by it, so it stays when keys change. */
  merchant: typed(60),
  loginId: secret(typed(60)),
  transactionKey: secret(typed(200)),
  signatureKey: secret(z._default(z.string().check(z.trim(), z.maxLength(200, 'forms:tooLong')), '')),
});
export type CardKeysRequest = z.input<typeof cardKeysRequest>;
export type CardKeysTyped = z.output<typeof cardKeysRequest>;

const change = z.object({
  /** When, and the username of who it was. */
  at: z.iso.datetime(),
  by: z.string(),
  merchant: z.string(),
});

/** GET controlPanel/cardKeys. */
export const cardKeys = z.object({
  /** False where the operator of the installation has no key to seal them. */
  canBeSet: z.boolean(),
  /**
   * Where the keys in use come from: the county's office, or the operator's file. LOCKED: the office entered some that
   * payments can no longer open, so that no card is taken until they are entered again.
   */
  source: z.enum(['OFFICE', 'OPERATOR', 'LOCKED', 'NONE']),
  merchant: z.string(),
  /** The last characters of the login id; '' unless the office entered it. */
  loginEnd: z.string(),
  hasSignatureKey: z.boolean(),
  /** The newest first; the first one set the keys in use, if the office did. */
  changes: z.array(change),
});
export type CardKeys = z.infer<typeof cardKeys>;

/** POST controlPanel/cardKeys/check: the provider's answer about the keys in use. NO_ANSWER: it did not answer. */
export const cardKeysCheck = z.object({ outcome: z.enum(['ACCEPTED', 'REFUSED', 'NO_ANSWER', 'NO_KEYS']) });
export type CardKeysCheck = z.infer<typeof cardKeysCheck>;

/** The county to which sealed keys are bound, so that they do not open for another county. */
export const cardKeysOf = (county: string): string => `card keys\n${county}`;
