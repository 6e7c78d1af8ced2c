import { PASSWORD_LEAST, passwordIssue, passwordLength } from '@portal/proto/http/password-rules';
import { isStaff, type Role } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { NewUser } from '@portal/proto/rpc/identity';
import { commonPasswords } from './common-passwords.js';

/** The fields of a user's row; the password is stored separately. */
export type UserFields = Omit<NewUser, 'password'>;

/**
 * Words that no password may contain, because guessing programs try all their variants. The names of the county and of
 * the user are forbidden too.
 */
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

/**
 * True if the actor manages users of this role for the office. The portal itself and TRIMIN users manage all users;
 * COUNTY users manage all except TRIMIN users. Users of an account manage nobody here, only in the User Manager
 * (`mayManage`).
 */
export function officeMayManage(actor: Actor, role: Role): boolean {
  if (actor.role === 'SYSTEM' || actor.role === 'TRIMIN') return true;
  return actor.role === 'COUNTY' && role !== 'TRIMIN';
}

/**
 * Returns the fault of a chosen password (A3-17 to A3-21, S39) as a message key; undefined when the password may be
 * used. The length is counted in characters as people see them, and long passwords are not cut off.
 * @param names words that the password must not contain: username, county
 */
export function passwordFault(password: string, role: Role, names: readonly string[]): string | undefined {
  const length = passwordLength(password);
  if (length >= PASSWORD_LEAST.user && isStaff(role) && length < PASSWORD_LEAST.staff)
    return 'forms:passwordStaffMinimum';
  const issue = passwordIssue(password);
  if (issue !== undefined) return issue;
  const lower = password.toLowerCase();
  const words = [...GUESSED, ...names.map((name) => name.toLowerCase()).filter((name) => name.length >= 4)];
  return isCommon(lower) || words.some((word) => lower.includes(word)) ? 'forms:passwordGuessed' : undefined;
}

/** Characters that people write instead of letters, each with its letter. */
const DISGUISED: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const undisguised = (text: string): string => Array.from(text, (sign) => DISGUISED[sign] ?? sign).join('');

/**
 * True for one of the most common passwords, even if it was adapted to the rules: with punctuation at its ends, digits
 * after it, or symbols for letters (`Dragon1!`, `P@ssw0rd`).
 */
function isCommon(lower: string): boolean {
  const bare = lower.replace(/^[^\p{L}\p{Nd}]+|[^\p{L}\p{Nd}]+$/gu, '');
  const stem = bare.replace(/[^\p{L}]+$/u, '');
  return [lower, bare, stem, undisguised(lower), undisguised(bare), undisguised(stem)].some((text) =>
    commonPasswords.has(text),
  );
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
