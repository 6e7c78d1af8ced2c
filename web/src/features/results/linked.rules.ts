import { usDate } from '@portal/proto/dates';
import { earliestDay } from '@portal/proto/criteria/definition';
import { isUncompared } from '@portal/proto/criteria/name-rules';
import type { SearchType } from '@portal/proto/http/search-types';
import type { Criteria } from '../../shared/state/search.slice.js';

/** A search that an item of the details links to. */
export interface LinkedSearch {
  type: SearchType;
  criteria: Criteria;
}

export interface NamedParty {
  lastName: string;
  firstName: string;
  middleInitial: string;
}

/**
 * First name and middle initial of a party as the forms accept them. A part that consists only of punctuation is left
 * out, and so is the initial if there is no first name.
 */
function given({ firstName, middleInitial }: NamedParty): { first: string; initial: string } {
  const first = searchable(firstName, 100);
  if (isUncompared(first)) return { first: '', initial: '' };
  return { first, initial: [...middleInitial].find((letter) => !isUncompared(letter)) ?? '' };
}

/**
 * Removes percent signs, which forms refuse and comparisons ignore (search/DESIGN.md#name-matching), and cuts the text
 * to the length that the form accepts.
 */
const searchable = (text: string, max: number): string => text.replaceAll('%', '').trim().slice(0, max);

const everyDay = (today: string): Criteria => ({
  fromRecordedDate: earliestDay,
  toRecordedDate: usDate(today),
});

/** All documents of a grantor or grantee, in either role (B3-15). `today` is YYYY-MM-DD in the county. */
export const partySearch = (party: NamedParty, today: string): LinkedSearch => ({
  type: 'searchByName',
  criteria: {
    grantorGranteeSearchIn: 'BOTH',
    grantorGranteeLastName1: searchable(party.lastName, 200),
    grantorGranteeFirstName1: given(party).first,
    grantorGranteeMiddleInitial1: given(party).initial,
    ...everyDay(today),
  },
});

/** Finds a document by type and number: a referenced document, the document of a lien, or a release (B3-16, B3-17). */
export const documentSearch = (document: { docType: string; docNumber: string }): LinkedSearch => ({
  type: 'searchByDocumentNumber',
  criteria: { documentType: document.docType || 'ALL', fromDocumentNumber: document.docNumber },
});

/** Finds a Torrens certificate by its number (B3-14, B3-18). */
export const certificateSearch = (certificateNumber: string): LinkedSearch => ({
  type: 'searchByTorrensCertificate',
  criteria: { certificateNumber },
});

/** All liens of a taxpayer, current and expired (B3-17). */
export const taxpayerSearch = (taxpayer: NamedParty, today: string): LinkedSearch => ({
  type: 'searchByTaxLien',
  criteria: {
    searchByTaxLienMethod: 'TAXPAYER',
    currentOrExpired: 'ALL',
    taxpayerName: searchable(taxpayer.lastName, 200),
    taxpayerFirstName: given(taxpayer).first,
    taxpayerMiddleInitial: given(taxpayer).initial,
    ...everyDay(today),
  },
});
