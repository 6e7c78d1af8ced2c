import { message } from '../message.js';
import type { FieldIssues } from './definition.js';

const minimumLastName = 2;

/**
 * The number of characters of a name that are compared: letters and digits, with `&` as AND
 * (search/DESIGN.md#name-matching). Unicode counts some apostrophes as letters, but they are not compared.
 */
export const nameLength = (name: string): number =>
  [...name.replaceAll('&', 'AND').replace(/[^\p{L}\p{N}]|[\u02b9-\u02bf\u02c8\u02ee]/gu, '')].length;

/**
 * True for a text without a letter or digit, such as `-`. Searches ignore all its characters, so such a text would
 * match everything.
 */
export const isUncompared = (text: string): boolean => nameLength(text) === 0;

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
 * The issue of an optional text that consists of punctuation alone. Searches ignore punctuation, so such a text would
 * match everything.
 */
export const punctuationIssue = <F extends object>(criteria: F, name: keyof F & string): FieldIssues => {
  const text = criteria[name];
  return typeof text === 'string' && text !== '' && isUncompared(text)
    ? { [name]: 'forms:invalidCharacters' }
    : {};
};

/** Issues of a first name and a middle initial, which needs a first name (B1-075, B1-078). */
export const givenNameIssues = (
  read: (name: string) => string,
  { first, initial }: Pick<NameFieldNames, 'first' | 'initial'>,
): FieldIssues => {
  const given = { [first]: read(first), [initial]: read(initial) };
  return {
    ...punctuationIssue(given, first),
    ...punctuationIssue(given, initial),
    ...(read(initial) !== '' && isUncompared(read(first)) && { [first]: 'forms:requiredIfMi' }),
  };
};

/**
 * Issues of an optional name: a last name must be long enough, a first name needs a last name, a middle initial needs
 * both (B1-065, B1-066, B1-076 to B1-080).
 */
export const optionalNameIssues = (read: (name: string) => string, names: NameFieldNames): FieldIssues => {
  const [last, first, initial] = [read(names.last), read(names.first), read(names.initial)];
  const issues: FieldIssues = givenNameIssues(read, names);
  const short = lastNameIssue(last);
  if (short) issues[names.last] = short;
  if (initial !== '' && last === '') issues[names.last] = 'forms:requiredIfMi';
  if (first !== '' && last === '') issues[names.last] = 'forms:requiredIfFirstName';
  return issues;
};
