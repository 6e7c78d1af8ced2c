import { beginningWith, foldInitial, foldName, type TextRange } from '../matching/name.rules.js';
import { rangeSql } from './conditions.js';
import type { Statement } from './statement.js';

/** A name that a search asks for. */
export interface WantedName {
  /** The last name as typed; searches fold it as a whole or by words. */
  readonly last: string;
  /** The first name, folded; an empty one matches every name. */
  readonly first: string;
  readonly initial: string;
}

/**
 * Folds first name and initial. The last name stays as typed, because some searches use its words. Returns undefined if
 * the last name is empty after folding (as `-` is), or if a first name or initial was typed but is empty after folding.
 * An empty part would match every name.
 */
export const wantedName = (last: string, first: string, initial: string): WantedName | undefined => {
  const wanted = { last, first: foldName(first), initial: foldInitial(initial) };
  const isUnfindable =
    foldName(last) === '' ||
    (first !== '' && wanted.first === '') ||
    (initial !== '' && wanted.initial === '');
  return isUnfindable ? undefined : wanted;
};

/** The SQL conditions for the first name and the middle initial, each after ` AND `; empty if the name has neither. */
export function restOfName(
  s: Statement,
  name: WantedName,
  first: (text: string) => TextRange = beginningWith,
): string {
  const firstSql = name.first === '' ? '' : ` AND ${rangeSql(s, 'first_name', first(name.first))}`;
  return firstSql + (name.initial === '' ? '' : ` AND mi = ${s.bind(name.initial, 'text')}`);
}

/**
 * Condition for names whose last and first names are in the ranges of the wanted name; the wanted last name must not be
 * empty.
 */
export const nameSql = (
  s: Statement,
  name: WantedName,
  range: (text: string) => TextRange = beginningWith,
): string => `${rangeSql(s, 'last_name', range(foldName(name.last)))}${restOfName(s, name, range)}`;
