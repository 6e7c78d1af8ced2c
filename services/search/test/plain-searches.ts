import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import { nameOfLegal } from '@portal/proto/criteria/legal-description';
import type { NameCriteria } from '@portal/proto/criteria/name';
import type { SearchPaging } from '@portal/proto/http/search-paging';
import type { SearchType } from '@portal/proto/http/search-types';
import type {
  PlainCertificate,
  PlainCounty,
  PlainDocument,
  PlainEntry,
  PlainLien,
  PlainName,
  PlainParty,
  PlainTract,
  Sortable,
} from './plain-county.js';
import {
  isoOf,
  plain,
  plainNumber,
  plainStreet,
  plainText,
  plainTyped,
  plainWords,
} from './plain-folding.js';
import { legalMatcher } from './plain-legal.js';

/**
 * Every search as a plain filter over the rows of the bundle, written from the design page and sharing no code with the
 * service: slow and obvious.
 */
export interface PlainAnswer {
  readonly total: number;
  readonly keys: readonly string[];
}

export type PlainOrder = Pick<SearchPaging, 'sortKey' | 'sortDirection'>;

/** Codes by which names sound alike; they come from PostgreSQL's own function. */
export type Sounds = (name: string) => readonly string[];

interface Limits {
  readonly fromRecordedDate?: string;
  readonly toRecordedDate?: string;
  readonly documentType?: string;
  readonly instrumentGroup?: string;
}

type Test<R> = (record: R) => boolean;

const isAny = (value: string | undefined): boolean => value === undefined || value === 'ALL';

function dated(c: Limits): (day: string) => boolean {
  const [from, to] = [isoOf(c.fromRecordedDate ?? '01/01/0001'), isoOf(c.toRecordedDate ?? '12/31/9999')];
  return (day) => from <= day && day <= to;
}

/** Dates, document type and instrument group. */
function limited(c: Limits & object): Test<PlainDocument> {
  const isDated = dated(c);
  return ({ day, type, group }) =>
    isDated(day) &&
    (isAny(c.documentType) || c.documentType === type) &&
    (isAny(c.instrumentGroup) || c.instrumentGroup === group);
}

/** A name that begins with the typed one; first name likewise, equal middle initial. */
function beginning(last: string, first: string, initial: string): Test<PlainName> {
  const [name, given, letter] = [plain(last), plain(first), plain(initial)];
  return (party) =>
    party.names.some((one) => one.startsWith(name)) &&
    party.first.startsWith(given) &&
    (letter === '' || letter === party.initial);
}

function partyTest(c: NameCriteria, nth: 1 | 2, sounds: Sounds): Test<PlainParty> {
  const typed = c[`grantorGranteeLastName${nth}`];
  const [last, words] = [plain(typed), plainWords(typed)];
  const first = plain(c[`grantorGranteeFirstName${nth}`]);
  const initial = plain(c[`grantorGranteeMiddleInitial${nth}`]);
  const heard = c.matchMethod === 'SOUNDS' ? sounds(last) : [];
  const ofName: Record<NameCriteria['matchMethod'], Test<PlainParty>> = {
    BEGINS: ({ names }) => names.some((name) => name.startsWith(last)),
    EXACT: (party) => party.names.includes(last) && (first === '' || party.first === first),
    WORD: (party) =>
      words.every((word) => party.words.includes(word)) ||
      (words.length === 1 && party.names.includes(words[0] ?? '')),
    SOUNDS: ({ names }) => names.some((name) => sounds(name).some((code) => heard.includes(code))),
  };
  const test = ofName[c.matchMethod];
  const role = c.grantorGranteeSearchIn;
  return (party) =>
    (role === 'BOTH' || (role === 'GRANTORS') === party.grantor) &&
    (initial === '' || party.initial === initial) &&
    party.first.startsWith(first) &&
    test(party);
}

function nameTest(c: NameCriteria, sounds: Sounds): Test<PlainDocument> {
  const [one, two] = [partyTest(c, 1, sounds), partyTest(c, 2, sounds)];
  if (c.grantorGranteeLastName2 === '') return ({ parties }) => parties.some(one);
  return c.andOr === 'AND'
    ? ({ parties }) => parties.some(one) && parties.some(two)
    : ({ parties }) => parties.some(one) || parties.some(two);
}

function numberTest(c: CriteriaOf<'searchByDocumentNumber'>): Test<PlainDocument> {
  const typed = plainTyped(c.fromDocumentNumber);
  const to = c.toDocumentNumber === '' ? undefined : Number(c.toDocumentNumber);
  return ({ number, type }) => {
    const own = plainNumber(number);
    if (!typed || !own) return false;
    if (to === undefined)
      return own.number === typed.number && own.suffix === typed.suffix && ['', type].includes(typed.type);
    // a range ends with the number itself, without the letters behind it
    return own.number >= typed.number && (own.number < to || (own.number === to && own.suffix === ''));
  };
}

function addressTest(c: CriteriaOf<'searchByAddress'>): Test<PlainDocument> {
  const [house, street, city] = [plain(c.streetNumber), plainStreet(c.streetName), plain(c.city)];
  return ({ addresses }) =>
    addresses.some(
      (one) => one.house === house && one.street.startsWith(street) && one.city.startsWith(city),
    );
}

function placeTest(c: CriteriaOf<'searchByBookAndPage'>): Test<PlainDocument> {
  const equal = (typed: string, value: string): boolean => {
    const [a, b] = [plainNumber(typed), plainNumber(value)];
    return a !== undefined && b !== undefined && a.number === b.number && a.suffix === b.suffix;
  };
  return ({ place }) =>
    equal(c.book, place.book) &&
    (c.page === '' || equal(c.page, place.page)) &&
    (isAny(c.bookType) || c.bookType === place.type);
}

function tractIndexTest(c: CriteriaOf<'searchByTractIndexNMI'>): Test<PlainDocument> {
  const [village, parcel] = [plain(c.village), plain(c.parcelId)];
  return ({ parcels }) =>
    parcels.some(
      (one) => one.island === c.island && one.village.startsWith(village) && one.key.startsWith(parcel),
    );
}

function describedTest(c: CriteriaOf<'searchByLegalDescription'>): Test<PlainDocument> {
  const isLegal = legalMatcher(c);
  const { last, first, initial } = nameOfLegal(c);
  const isParty = beginning(last, first, initial);
  return ({ legals, parties }) => legals.some(isLegal) && (last === '' || parties.some(isParty));
}

function platTest(c: CriteriaOf<'searchByPlat'>): Test<PlainDocument> {
  const plat = plain(c.plat);
  return ({ legals }) => legals.some((legal) => legal.kind === 'LB' && legal.plat === plat);
}

function parcelTest(c: CriteriaOf<'searchByParcelId'>): Test<PlainDocument> {
  const parcel = plain(c.parcelId);
  return ({ parcels }) => parcel !== '' && parcels.some(({ key }) => key.startsWith(parcel));
}

function certificateTest(c: CriteriaOf<'searchByTorrensCertificate'>): Test<PlainCertificate> {
  const typed = plainTyped(c.certificateNumber);
  return ({ number }) => {
    const own = plainNumber(number);
    return (
      typed !== undefined &&
      own !== undefined &&
      ['', 'C'].includes(typed.type) &&
      own.number === typed.number &&
      own.suffix === typed.suffix
    );
  };
}

function textTest({ text, searchIn }: CriteriaOf<'searchByTorrensText'>): Test<PlainCertificate> {
  const [query, number] = [plainText(text), plainTyped(text)];
  const holds = (normal: string): boolean =>
    query.length >= 3 ? normal.includes(query) : normal.split(' ').includes(query);
  const names = (document: string): boolean => {
    const own = plainNumber(document);
    return own !== undefined && own.number === number?.number && own.suffix === number.suffix;
  };
  const isText: Test<PlainCertificate> = ({ texts }) =>
    texts.some((one) => (searchIn === 'ALL' || searchIn === one.section) && holds(one.text));
  const isNamed: Test<PlainCertificate> = ({ texts }) => texts.some(({ document }) => names(document));
  if (query === '') return () => false;
  if (searchIn === 'DOCUMENT') return isNamed;
  return searchIn === 'ALL' ? (one) => isText(one) || isNamed(one) : isText;
}

function entryTest(c: CriteriaOf<'searchByGrantorGranteeBook'>): Test<PlainEntry> {
  const name = plain(c.grantorGranteeLastName);
  const [from, to] = [isoOf(c.fromRecordedDate), isoOf(c.toRecordedDate)];
  const type = { BOTH: '', GRANTORS: 'GRANTOR', GRANTEES: 'GRANTEE' }[c.searchIn];
  return (entry) =>
    (type === '' || type === entry.type) &&
    name !== '' &&
    entry.from <= name &&
    (name <= entry.to || name.startsWith(entry.to)) &&
    entry.fromDay <= to &&
    entry.toDay >= from;
}

function lienTest(c: CriteriaOf<'searchByTaxLien'>, today: string): Test<PlainLien> {
  const isDated = dated(c);
  const typed = plainTyped(c.documentNumber);
  const isTaxpayer = beginning(c.taxpayerName, c.taxpayerFirstName, c.taxpayerMiddleInitial);
  const methods: Record<typeof c.searchByTaxLienMethod, Test<PlainLien>> = {
    DATERANGE: ({ document }) => isDated(document.day),
    DOCUMENTNUMBER: ({ document }) => {
      const own = plainNumber(document.number);
      if (!typed || !own || !['', document.type].includes(typed.type)) return false;
      return own.number === typed.number && own.suffix === typed.suffix;
    },
    LIENNUMBER: ({ lienNumber }) => lienNumber === plain(c.lienNumber),
    TAXPAYER: ({ taxpayers }) => taxpayers.some(isTaxpayer),
  };
  const isCurrent: Test<PlainLien> = ({ expires, releases }) =>
    (expires === '' || expires >= today) && !releases.some((day) => day <= today);
  return (lien) =>
    (c.currentOrExpired === 'ALL' || (c.currentOrExpired === 'CURRENT') === isCurrent(lien)) &&
    (isAny(c.documentType) || c.documentType === lien.document.type) &&
    methods[c.searchByTaxLienMethod](lien);
}

function tractIdTest({ tractBookId }: CriteriaOf<'searchByTractBookId'>): Test<PlainTract> {
  const typed = plainTyped(tractBookId);
  return ({ number }) => {
    const own = plainNumber(number);
    return (
      typed !== undefined &&
      own !== undefined &&
      ['', 'B'].includes(typed.type) &&
      own.number === typed.number &&
      own.suffix === typed.suffix
    );
  };
}

function tractLegalTest(c: CriteriaOf<'searchByTractBookLegal'>): Test<PlainTract> {
  const [isLegal, isDated] = [legalMatcher(c), dated(c)];
  return ({ legals, day }) => isDated(day) && legals.some(isLegal);
}

type Searches = { readonly [T in SearchType]: (c: CriteriaOf<T>, order: PlainOrder) => PlainAnswer };

/** The first thousand of the records in their order that pass. */
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

/** @param today YYYY-MM-DD in the county */
export function plainSearches(county: PlainCounty, today: string, sounds: Sounds): Searches {
  const ofDocuments =
    <C extends object>(testOf: (c: C) => Test<PlainDocument>) =>
    (c: C, order: PlainOrder): PlainAnswer => {
      const [isLimited, test] = [limited(c), testOf(c)];
      const sorted = county.sorted('documents', county.documents.values(), order.sortKey);
      return answer(sorted, order, (document) => isLimited(document) && test(document));
    };
  const certificates = (order: PlainOrder) =>
    county.sorted('certificates', county.certificates.values(), order.sortKey);
  const tracts = (order: PlainOrder) => county.sorted('tracts', county.tracts.values(), order.sortKey);
  return {
    searchByAddress: ofDocuments(addressTest),
    searchByBookAndPage: ofDocuments(placeTest),
    searchByDate: ofDocuments(() => () => true),
    searchByDocumentNumber: ofDocuments(numberTest),
    searchByLegalDescription: ofDocuments(describedTest),
    searchByName: ofDocuments((c: NameCriteria) => nameTest(c, sounds)),
    searchByParcelId: ofDocuments(parcelTest),
    searchByTractIndexNMI: ofDocuments(tractIndexTest),
    searchByPlat: ofDocuments(platTest),
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
