import { shownSaved, type AnySearch } from '@portal/proto/criteria/saved-criteria';
import type { ShownCriterion } from '@portal/proto/criteria/definition';
import type { SearchType } from '@portal/proto/http/search-types';
import { useEffect, useState } from 'react';
import { useTexts } from './i18n/use-texts.js';
import type { Criteria } from './state/search.slice.js';

/** The definition of each kind of search, loaded when a search of this kind is opened. */
const definitions: Record<SearchType, () => Promise<AnySearch>> = {
  searchByAddress: async () => (await import('@portal/proto/criteria/address')).addressSearch,
  searchByBookAndPage: async () => (await import('@portal/proto/criteria/book-and-page')).bookAndPageSearch,
  searchByDate: async () => (await import('@portal/proto/criteria/date')).dateSearch,
  searchByDocumentNumber: async () =>
    (await import('@portal/proto/criteria/document-number')).documentNumberSearch,
  searchByLegalDescription: async () =>
    (await import('@portal/proto/criteria/legal-description')).legalDescriptionSearch,
  searchByName: async () => (await import('@portal/proto/criteria/name')).nameSearch,
  searchByParcelId: async () => (await import('@portal/proto/criteria/parcel-id')).parcelIdSearch,
  searchByTorrensCertificate: async () =>
    (await import('@portal/proto/criteria/torrens-certificate')).torrensCertificateSearch,
  searchByTorrensText: async () => (await import('@portal/proto/criteria/torrens-text')).torrensTextSearch,
  searchByTractIndexNMI: async () => (await import('@portal/proto/criteria/tract-index')).tractIndexSearch,
  searchByPlat: async () => (await import('@portal/proto/criteria/plat')).platSearch,
  searchByGrantorGranteeBook: async () =>
    (await import('@portal/proto/criteria/grantor-grantee-book')).grantorGranteeBookSearch,
  searchByTaxLien: async () => (await import('@portal/proto/criteria/tax-lien')).taxLienSearch,
  searchByTractBookId: async () => (await import('@portal/proto/criteria/tract-book-id')).tractBookIdSearch,
  searchByTractBookLegal: async () =>
    (await import('@portal/proto/criteria/tract-book-legal')).tractBookLegalSearch,
};

const loaded: Partial<Record<SearchType, AnySearch>> = {};

/** Loads the definition of a kind of search: its fields, its rules, and the text of its criteria. */
export const loadCriteria = async (type: SearchType): Promise<AnySearch> =>
  (loaded[type] ??= await definitions[type]());

/** The definition of a kind of search, which its route has loaded. */
export const criteriaOf = (type: SearchType): AnySearch => {
  const search = loaded[type];
  if (!search) throw new Error(`The criteria of ${type} are not loaded`);
  return search;
};

/** The criteria in words, as shown above the results; empty while their definition loads. */
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
