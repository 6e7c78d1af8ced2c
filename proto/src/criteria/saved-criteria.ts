import type { ShownCriterion, Texts, Widening } from './definition.js';
import type { everySearch } from './every-search.js';

/** The definition of any kind of search. */
export type AnySearch = (typeof everySearch)[keyof typeof everySearch];

/** Saved criteria as people read them; empty when the criteria no longer match the fields of their kind of search. */
export function shownSaved(search: AnySearch, saved: unknown, t: Texts): ShownCriterion[] {
  const read = search.fields.safeParse(saved);
  // The cast is needed because TypeScript cannot see that criteria and `shown` belong to the same definition.
  return read.success ? (search.shown as (c: unknown, t: Texts) => ShownCriterion[])(read.data, t) : [];
}

/**
 * The parts of saved criteria that could be left out, each on its own; empty when the criteria no longer match the
 * fields of their kind of search.
 */
export function wideningsOfSaved(search: AnySearch, saved: unknown): Widening<Record<string, string>>[] {
  const read = search.fields.safeParse(saved);
  // The cast is safe: criteria and `widenings` belong to the same definition, and every criterion is a text.
  const list = search.widenings as (c: unknown) => Widening<Record<string, string>>[];
  return read.success ? list(read.data) : [];
}
