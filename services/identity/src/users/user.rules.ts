import { isStaff, type Role } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { NewUser } from '@portal/proto/rpc/identity';

/** What a user's row says; the password is apart. */
export type UserFields = Omit<NewUser, 'password'>;

const STAFF_PASSWORD = 12;
const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const SPECIAL = /[!@#$%^&]/;
/** Parts of passwords that guessing programs try first; the county's and the user's own names come on top. */
const GUESSED = [
  'password',
  'passwort',
  'qwerty',
  'letmein',
  'welcome',
  'iloveyou',
  '12345678',
  'abcd1234',
  'landshark',
];

/** Start-up and the provider manage everybody, the county's staff everybody but the provider's people. */
export function mayManage(actor: Actor, role: Role): boolean {
  if (actor.role === 'SYSTEM' || actor.role === 'TRIMIN') return true;
  return actor.role === 'COUNTY' && role !== 'TRIMIN';
}

/**
 * What is wrong with a password that somebody chose (A3-17 to A3-21, S39), as a message key; undefined when it may be
 * used. Length is in characters as people count them, and nothing is cut off.
 * @param names words that the password must not contain: username, county
 */
export function passwordFault(password: string, role: Role, names: readonly string[]): string | undefined {
  const length = [...password.normalize('NFC')].length;
  if (length < 8) return 'forms:passwordMinimum';
  if (isStaff(role) && length < STAFF_PASSWORD) return 'forms:passwordStaffMinimum';
  if (length > 64) return 'forms:passwordMaximum';
  if (!LETTER.test(password) || !DIGIT.test(password) || !SPECIAL.test(password))
    return 'forms:passwordCharacters';
  const lower = password.toLowerCase();
  const words = [...GUESSED, ...names.map((name) => name.toLowerCase()).filter((name) => name.length >= 4)];
  return words.some((word) => lower.includes(word)) ? 'forms:passwordGuessed' : undefined;
}

export const sameUser = (a: UserFields, b: UserFields): boolean =>
  a.username === b.username &&
  a.firstName === b.firstName &&
  a.lastName === b.lastName &&
  a.email === b.email &&
  a.role === b.role &&
  a.status === b.status &&
  a.language === b.language &&
  a.account === b.account;
