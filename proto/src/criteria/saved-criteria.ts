import type { ShownCriterion, Texts, Widening } from './definition.js';
import type { everySearch } from './every-search.js';

/** The definition of one kind of search, whichever it is. */
export type AnySearch = (typeof everySearch)[keyof typeof everySearch];

/** Saved criteria as people read them; none when they are not of their kind any more. */
export function shownSaved(search: AnySearch, saved: unknown, t: Texts): ShownCriterion[] {
  const read = search.fields.safeParse(saved);
  // Both are of one definition, which the type system cannot see.
  return read.success ? (search.shown as (c: unknown, t: Texts) => ShownCriterion[])(read.data, t) : [];
}

/** What narrows saved criteria, one by one; none when they are not of their kind any more. */
export function wideningsOfSaved(search: AnySearch, saved: unknown): Widening<Record<string, string>>[] {
  const read = search.fields.safeParse(saved);
  // As above; every criterion is text.
  const list = search.widenings as (c: unknown) => Widening<Record<string, string>>[];
  return read.success ? list(read.data) : [];
}
