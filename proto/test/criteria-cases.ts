import { everySearch } from '@portal/proto/criteria/every-search';
import type { SearchType } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';

export type Typed = Record<string, unknown>;

/** Dates that every form accepts. */
export const goodDates = { fromRecordedDate: '01/01/2020', toRecordedDate: '11/21/2020' };

/** The messages about the typed criteria, by field, on 11/21/2026; empty when the form accepts the criteria. */
export const issuesOf = (type: SearchType, typed: Typed): Record<string, string> => {
  const read = z.safeParse(everySearch[type].schema({ today: '2026-11-21' }), { ...goodDates, ...typed });
  return read.success
    ? {}
    : Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message]));
};

/** The criteria of an empty form: the default of every field. */
export const defaultsOf = (type: SearchType): Typed => z.parse(everySearch[type].fields, {});
