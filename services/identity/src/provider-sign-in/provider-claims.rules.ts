import type { SectionValue } from '@portal/proto/config/sections';
import { newUser } from '@portal/proto/rpc/identity';
import * as z from 'zod/mini';

/** A person as the county's identity provider describes them. */
export interface ProviderPerson {
  /** Issuer and `subject` together identify the person (DECISIONS.md#oidc-4). */
  readonly issuer: string;
  readonly subject: string;
  /** The username that the user gets if it is free. */
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly emailIsTheirs: boolean;
  readonly isStaff: boolean;
}

type Claims = Readonly<Record<string, unknown>>;
type GroupTerms = Pick<SectionValue<'staffSignIn'>, 'groupsClaim' | 'groups'>;

/**
 * The maximum length of a username before a number is added. A number is added when the username is taken. A username
 * with its number has at most 50 characters.
 */
const LONGEST_STEM = 45;

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '');

/** Returns the claim, or an empty text if it does not fit the field, for example because it is too long. */
const heldBy = (field: 'firstName' | 'lastName' | 'email', claim: unknown): string => {
  const text = textOf(claim);
  return z.safeParse(newUser.shape[field], text).success ? text : '';
};

/**
 * Makes a username from the name that the identity provider sends: letters and digits, with one of . _ @ between them.
 */
export function usernameOf(named: string): string {
  const plain = named
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._@]/g, '.')
    .replace(/[._@]{2,}/g, '.')
    .slice(0, LONGEST_STEM)
    .replace(/^[._@]|[._@]$/g, '');
  return z.safeParse(newUser.shape.username, plain).success ? plain : 'staff.member';
}

/** Adds a number to a username that is taken, for the next attempt to create the user. */
export const numbered = (username: string, tried: number): string =>
  tried === 0 ? username : `${username}.${tried + 1}`;

/** Returns the groups in a claim, which is a list of texts or a single text; undefined if the claim is missing. */
export function groupsIn(claims: Claims, name: string): string[] | undefined {
  const claim = claims[name];
  if (typeof claim === 'string') return [claim];
  return Array.isArray(claim)
    ? claim.filter((group): group is string => typeof group === 'string')
    : undefined;
}

/**
 * Reads the person from the claims of a checked token. The person is staff if a claim contains a group of the county.
 */
export function personOf(
  { issuer, subject }: Pick<ProviderPerson, 'issuer' | 'subject'>,
  claims: Claims,
  { groupsClaim, groups }: GroupTerms,
): ProviderPerson {
  const [whole = '', ...rest] = textOf(claims.name).split(/\s+/);
  const email = heldBy('email', claims.email);
  const wanted = groups.map(({ group }) => group.trim()).filter((group) => group !== '');
  const theirs = groupsIn(claims, groupsClaim) ?? [];
  return {
    ...{ issuer, subject, email },
    username: usernameOf(textOf(claims.preferred_username) || email || textOf(claims.name)),
    firstName: heldBy('firstName', claims.given_name) || heldBy('firstName', whole),
    lastName: heldBy('lastName', claims.family_name) || heldBy('lastName', rest.join(' ')),
    emailIsTheirs: email !== '' && claims.email_verified === true,
    isStaff: wanted.some((group) => theirs.includes(group)),
  };
}
