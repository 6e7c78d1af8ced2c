import { shownSaved, type AnySearch } from '@portal/proto/criteria/saved-criteria';
import type { ShownCriterion } from '@portal/proto/criteria/definition';
import type { SearchType } from '@portal/proto/http/search-types';
import { useEffect, useState } from 'react';
import { useTexts } from './i18n/use-texts.js';
import type { Criteria } from './state/search.slice.js';

const definitionOf = async (type: SearchType): Promise<AnySearch> =>
  type === 'searchByName'
    ? (await import('@portal/proto/criteria/name')).nameSearch
    : (await import('./other-criteria.js')).otherCriteria[type];

const loaded: Partial<Record<SearchType, AnySearch>> = {};

/** Loads the definition of a kind of search: its fields, rules, and how its criteria read. */
export const loadCriteria = async (type: SearchType): Promise<AnySearch> =>
  (loaded[type] ??= await definitionOf(type));

/** The definition that its route has loaded. */
export const criteriaOf = (type: SearchType): AnySearch => {
  const search = loaded[type];
  if (!search) throw new Error(`The criteria of ${type} are not loaded`);
  return search;
};

/** Criteria as people read them, above their results; empty for as long as their definition is on its way. */
export const useShownCriteria = (type: SearchType, criteria: Criteria): ShownCriterion[] => {
  const t = useTexts();
  const [, arrived] = useState(0);
  const search = loaded[type];
  useEffect(() => {
    let current = true;
    if (!search) void loadCriteria(type).then(() => current && arrived((count) => count + 1));
    return () => {
      current = false;
    };
  }, [search, type]);
  return search ? shownSaved(search, criteria, t) : [];
};
