import { shownCriteria } from '@portal/proto/criteria/every-search';
import type { SearchHistoryEntry } from '@portal/proto/http/search-types';
import type { Language } from '@portal/proto/roles';
import { narrowJson } from '../narrow-json.js';
import { criteriaTexts } from './criteria-catalogue.js';
import type { RememberedSearch } from './history.rules.js';

/** A saved search (spec 001 section 3). `link` is the call that runs it again; `index` counts from 1. */
export function historyEntry(
  search: RememberedSearch,
  language: Language,
  index: number,
): SearchHistoryEntry {
  const displayCriteria = shownCriteria(search.type, JSON.parse(search.criteria), criteriaTexts(language));
  return {
    link: `search/${search.type}`,
    criteriaJson: search.criteria,
    displayCriteria,
    longDescription: displayCriteria.map(({ key, value }) => `${key} ${value}`).join(', '),
    type: search.type,
    pageNumber: search.pageNumber,
    sortKey: search.sortKey,
    sortDirection: search.sortDirection,
    index,
  };
}

const mostTexts = 5_000;
const texts = new Map<string, string>();

/** JSON of an entry without its index, cached because the same searches appear in many answers. */
function entryText(search: RememberedSearch, language: Language): string {
  const { type, criteria, pageNumber, sortKey, sortDirection } = search;
  const key = `${language} ${type} ${pageNumber} ${sortKey} ${sortDirection} ${criteria}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const { index: _, ...entry } = historyEntry(search, language, 0);
  const text = narrowJson(entry).slice(0, -1);
  if (texts.size >= mostTexts) texts.clear();
  texts.set(key, text);
  return text;
}

/** The JSON of a history. It contains only Latin-1 characters, which cost half as much to store and send. */
export const historyText = (list: readonly RememberedSearch[], language: Language): string =>
  `[${list.map((search, at) => `${entryText(search, language)},"index":${at + 1}}`).join(',')}]`;
