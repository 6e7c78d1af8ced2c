import * as z from 'zod/mini';
import { secret } from '../secret.js';
import { add } from './person-fields.js';

const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const SPECIAL = /[!@#$%^&]/;

/** Minimum length of a password: `staff` for COUNTY and TRIMIN users, `user` for all others (S39). */
export const PASSWORD_LEAST = { user: 8, staff: 12 } as const;
const PASSWORD_MOST = 64;
/** The length in Unicode characters, not in UTF-16 units. A long password is refused and never cut off. */
export const passwordLength = (password: string): number => [...password.normalize('NFC')].length;

/** The requirements of a password, in the order of the hint that lists them. */
export const passwordNeeds = ['length', 'letter', 'digit', 'special'] as const;
export type PasswordNeed = (typeof passwordNeeds)[number];

/** The requirements that a password meets. The form shows them during typing; `passwordIssue` uses them too. */
export const passwordMeets = (
  password: string,
  least: number = PASSWORD_LEAST.user,
): Record<PasswordNeed, boolean> => {
  const length = passwordLength(password);
  return {
    length: length >= least && length <= PASSWORD_MOST,
    letter: LETTER.test(password),
    digit: DIGIT.test(password),
    special: SPECIAL.test(password),
  };
};

/** The message about a password that does not meet the requirements (A3-17 to A3-21). */
export const passwordIssue = (password: string): string | undefined => {
  if (password === '') return 'forms:required';
  const meets = passwordMeets(password);
  if (!meets.length)
    return passwordLength(password) > PASSWORD_MOST ? 'forms:passwordMaximum' : 'forms:passwordMinimum';
  return meets.letter && meets.digit && meets.special ? undefined : 'forms:passwordCharacters';
};
/** The message about a confirmation that differs from the password (A3-22). */
const confirmIssue = (password: string, confirmation: string): string | undefined =>
  confirmation === '' ? 'forms:required' : confirmation === password ? undefined : 'person:mismatched';

export const password = () =>
  secret(z.string('forms:required').check((payload) => add(payload, passwordIssue(payload.value))));
/** A password that is only compared, never set. Any text is allowed, so that old passwords stay valid. */
export const knownPassword = z._default(z.nullable(secret(z.string().check(z.maxLength(200)))), null);

export const checkConfirmation = (
  payload: z.core.ParsePayload<{ password: string; passwordConfirm: string }>,
): void =>
  add(payload, confirmIssue(payload.value.password, payload.value.passwordConfirm), ['passwordConfirm']);

/**
 * The two fields of a form for a new password, the password and its confirmation (A4-16, A4-17, A4-22, A6-26 to A6-32).
 */
export const passwordForm = z
  .object({ password: password(), passwordConfirm: z.string() })
  .check(checkConfirmation);
export type PasswordForm = z.infer<typeof passwordForm>;
