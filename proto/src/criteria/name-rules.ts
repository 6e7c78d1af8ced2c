import { message } from '../message.js';
import type { FieldIssues } from './definition.js';

const minimumLastName = 2;

/**
 * The number of characters of a name that are compared: letters and digits, with `&` as AND
 * (search/DESIGN.md#name-matching). Unicode counts some apostrophes as letters, but they are not compared.
 */
export const nameLength = (name: string): number =>
  [...name.replaceAll('&', 'AND').replace(/[^\p{L}\p{N}]|[\u02b9-\u02bf\u02c8\u02ee]/gu, '')].length;

/** Message about a last name that is too short to search for; undefined for an empty one (B1-030, B1-079). */
export const lastNameIssue = (last: string): string | undefined =>
  last !== '' && nameLength(last) < minimumLastName
    ? message('forms:minimum', { n: minimumLastName })
    : undefined;

/** The names of the three fields of a person's name in a form. */
export interface NameFieldNames {
  readonly last: string;
  readonly first: string;
  readonly initial: string;
}

/**
 * Issues of an optional name: a last name must be long enough, a first name needs a last name, a middle initial needs
 * both (B1-065, B1-066, B1-076 to B1-080).
 */
export const optionalNameIssues = (read: (name: string) => string, names: NameFieldNames): FieldIssues => {
  const [last, first, initial] = [read(names.last), read(names.first), read(names.initial)];
  const issues: FieldIssues = {};
  const short = lastNameIssue(last);
  if (short) issues[names.last] = short;
  if (initial !== '' && last === '') issues[names.last] = 'forms:requiredIfMi';
  if (initial !== '' && first === '') issues[names.first] = 'forms:requiredIfMi';
  if (first !== '' && last === '') issues[names.last] = 'forms:requiredIfFirstName';
  return issues;
};
