import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import type { NameCriteria } from '@portal/proto/criteria/name';
import type { SearchPaging } from '@portal/proto/http/search-paging';
import type { SearchType } from '@portal/proto/http/search-types';
import type { PlainCounty } from './plain-county.js';
import { plain, plainNumber, plainTyped } from './plain-folding.js';
import {
  limited,
  nameTest,
  numberTest,
  addressTest,
  placeTest,
  tractIndexTest,
  describedTest,
  platTest,
  parcelTest,
  type Sounds,
  type Test,
} from './plain-document-tests.js';
import {
  certificateTest,
  textTest,
  entryTest,
  lienTest,
  tractIdTest,
  tractLegalTest,
} from './plain-register-tests.js';
import type { Sortable, PlainDocument } from './plain-records.js';

/**
 * The answer of a plain filter over the rows of the bundle. The filters are written from search/DESIGN.md without code
 * of the service: slow and obvious.
 */
export interface PlainAnswer {
  readonly total: number;
  readonly keys: readonly string[];
  /** The names of the fields for which the search is refused; undefined if the search is not refused. */
  readonly refused?: string;
}

export type PlainOrder = Pick<SearchPaging, 'sortKey' | 'sortDirection'>;

type Searches = { readonly [T in SearchType]: (c: CriteriaOf<T>, order: PlainOrder) => PlainAnswer };

/** Returns the keys of at most a thousand matching records, in the requested direction, and how many keys these are. */
function answer<R extends { readonly key: string; readonly order: Sortable }>(
  sorted: readonly R[],
  { sortDirection }: PlainOrder,
  passes: Test<R>,
): PlainAnswer {
  const keys: string[] = [];
  for (let at = 0; at < sorted.length && keys.length < 1_000; at += 1) {
    const record = sorted[sortDirection === 'ASC' ? at : sorted.length - 1 - at];
    if (record && passes(record)) keys.push(record.key);
  }
  return { total: keys.length, keys };
}

/** Tells which records cannot match, so that the filter skips them. Two thousand searches then take only minutes. */
interface Near<C> {
  readonly name: string;
  readonly groupsOf: (document: PlainDocument) => readonly string[];
  /** The group that contains every match of the criteria; undefined when all records must be checked. */
  readonly asked: (c: C) => string | undefined;
}

const byHouse: Near<CriteriaOf<'searchByAddress'>> = {
  name: 'house',
  groupsOf: ({ addresses }) => addresses.map(({ house }) => house),
  asked: ({ streetNumber }) => plain(streetNumber),
};
const byBook: Near<CriteriaOf<'searchByBookAndPage'>> = {
  name: 'book',
  groupsOf: ({ place }) => [String(plainNumber(place.book)?.number)],
  asked: ({ book }) => String(plainNumber(book)?.number),
};
const byNumber: Near<CriteriaOf<'searchByDocumentNumber'>> = {
  name: 'number',
  groupsOf: ({ own }) => [String(own.number)],
  asked: ({ fromDocumentNumber: from, toDocumentNumber: to }) =>
    to === '' ? String(plainTyped(from)?.number) : undefined,
};
const byPlace: Near<CriteriaOf<'searchByLegalDescription'>> = {
  name: 'place',
  groupsOf: ({ legals }) =>
    legals.map((legal) => (legal.kind === 'LB' ? `LB ${legal.plat}` : `MB ${legal.township} ${legal.range}`)),
  asked: (c) =>
    c.legalType === 'LB' ? `LB ${plain(c.plat)}` : `MB ${Number(c.township)} ${Number(c.range)}`,
};
const byPlat: Near<CriteriaOf<'searchByPlat'>> = { ...byPlace, asked: ({ plat }) => `LB ${plain(plat)}` };
const byParcel: Near<CriteriaOf<'searchByParcelId'>> = {
  name: 'parcel',
  groupsOf: ({ parcels }) => parcels.map(({ key }) => key.slice(0, 2)),
  asked: ({ parcelId }) => (plain(parcelId).length < 2 ? undefined : plain(parcelId).slice(0, 2)),
};
const byIsland: Near<CriteriaOf<'searchByTractIndexNMI'>> = {
  name: 'island',
  groupsOf: ({ parcels }) => parcels.map(({ island }) => island),
  asked: ({ island }) => island,
};

/** @param today YYYY-MM-DD in the county */
export function plainSearches(county: PlainCounty, today: string, sounds: Sounds): Searches {
  const ofDocuments =
    <C extends object>(testOf: (c: C) => Test<PlainDocument>, near?: Near<C>) =>
    (c: C, order: PlainOrder): PlainAnswer => {
      const [isLimited, test] = [limited(c), testOf(c)];
      const sorted = county.sorted('documents', county.documents.values(), order.sortKey);
      const asked = near?.asked(c);
      const looked = near && asked !== undefined ? county.grouped(sorted, { ...near, asked }) : sorted;
      return answer(looked, order, (document) => isLimited(document) && test(document));
    };
  const certificates = (order: PlainOrder) =>
    county.sorted('certificates', county.certificates.values(), order.sortKey);
  const tracts = (order: PlainOrder) => county.sorted('tracts', county.tracts.values(), order.sortKey);
  return {
    searchByAddress: ofDocuments(addressTest, byHouse),
    searchByBookAndPage: ofDocuments(placeTest, byBook),
    searchByDate: ofDocuments(() => () => true),
    searchByDocumentNumber: ofDocuments(numberTest, byNumber),
    searchByLegalDescription: ofDocuments(describedTest, byPlace),
    searchByName: ofDocuments((c: NameCriteria) => nameTest(c, sounds)),
    searchByParcelId: ofDocuments(parcelTest, byParcel),
    searchByTractIndexNMI: ofDocuments(tractIndexTest, byIsland),
    searchByPlat: ofDocuments(platTest, byPlat),
    searchByTorrensCertificate: (c, order) => answer(certificates(order), order, certificateTest(c)),
    searchByTorrensText: (c, order) => answer(certificates(order), order, textTest(c)),
    searchByGrantorGranteeBook: (c, order) =>
      answer(county.sorted('entries', county.entries, order.sortKey), order, entryTest(c)),
    searchByTaxLien: (c, order) =>
      answer(county.sorted('liens', county.liens.values(), order.sortKey), order, lienTest(c, today)),
    searchByTractBookId: (c, order) => answer(tracts(order), order, tractIdTest(c)),
    searchByTractBookLegal: (c, order) => answer(tracts(order), order, tractLegalTest(c)),
  };
}
