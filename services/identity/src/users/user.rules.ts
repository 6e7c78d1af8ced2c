import { PASSWORD_LEAST, passwordIssue, passwordLength } from '@portal/proto/http/people';
import { isStaff, type Role } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { NewUser } from '@portal/proto/rpc/identity';
import { commonPasswords } from './common-passwords.js';

/** What a user's row says; the password is apart. */
export type UserFields = Omit<NewUser, 'password'>;

/** Words that guessing programs try in all variants; the county's and the user's own names come on top. */
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
  const length = passwordLength(password);
  if (length >= PASSWORD_LEAST.user && isStaff(role) && length < PASSWORD_LEAST.staff)
    return 'forms:passwordStaffMinimum';
  const issue = passwordIssue(password);
  if (issue !== undefined) return issue;
  const lower = password.toLowerCase();
  const words = [...GUESSED, ...names.map((name) => name.toLowerCase()).filter((name) => name.length >= 4)];
  return isCommon(lower) || words.some((word) => lower.includes(word)) ? 'forms:passwordGuessed' : undefined;
}

/** Signs that people write for letters. */
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
const undisguised = (text: string): string => text.replace(/[013457@$!]/g, (sign) => DISGUISED[sign] ?? sign);

/**
 * True for one of the most common passwords, also when it was only made to satisfy the rules: with signs at its ends,
 * digits behind it, or signs for letters (`Dragon1!`, `P@ssw0rd`).
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
