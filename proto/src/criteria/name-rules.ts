import type { FieldIssues } from './definition.js';

/** A person's name in a form: the names of its three fields. */
export interface NameFieldNames {
  readonly last: string;
  readonly first: string;
  readonly initial: string;
}

/**
 * Issues of a name that may be left out: a first name needs its last name, a middle initial needs both
 * (B1-065, B1-066, B1-076 to B1-078).
 */
export const optionalNameIssues = (read: (name: string) => string, names: NameFieldNames): FieldIssues => {
  const [last, first, initial] = [read(names.last), read(names.first), read(names.initial)];
  const issues: FieldIssues = {};
  if (initial !== '' && last === '') issues[names.last] = 'forms:requiredIfMi';
  if (initial !== '' && first === '') issues[names.first] = 'forms:requiredIfMi';
  if (first !== '' && last === '') issues[names.last] = 'forms:requiredIfFirstName';
  return issues;
};
