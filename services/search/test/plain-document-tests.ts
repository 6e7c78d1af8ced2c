import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import { nameOfLegal } from '@portal/proto/criteria/legal-description';
import type { NameCriteria } from '@portal/proto/criteria/name';
import { isoOf, plain, plainNumber, plainStreet, plainTyped, plainWords } from './plain-folding.js';
import { legalMatcher } from './plain-legal.js';
import type { PlainName, PlainParty, PlainDocument } from './plain-records.js';

/** Sound codes of a name, computed by PostgreSQL; names that sound alike have a code in common. */
export type Sounds = (name: string) => readonly string[];

export interface Limits {
  readonly fromRecordedDate?: string;
  readonly toRecordedDate?: string;
  readonly documentType?: string;
  readonly instrumentGroup?: string;
}

export type Test<R> = (record: R) => boolean;

export const isAny = (value: string | undefined): boolean => value === undefined || value === 'ALL';

export function dated(c: Limits): (day: string) => boolean {
  const [from, to] = [isoOf(c.fromRecordedDate ?? '01/01/0001'), isoOf(c.toRecordedDate ?? '12/31/9999')];
  return (day) => from <= day && day <= to;
}

/** Tests dates, document type and instrument group. */
export function limited(c: Limits & object): Test<PlainDocument> {
  const isDated = dated(c);
  return ({ day, type, group }) =>
    isDated(day) &&
    (isAny(c.documentType) || c.documentType === type) &&
    (isAny(c.instrumentGroup) || c.instrumentGroup === group);
}

/** Tests that last and first name start with the typed ones, and that the middle initial is equal. */
export function beginning(last: string, first: string, initial: string): Test<PlainName> {
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

export function nameTest(c: NameCriteria, sounds: Sounds): Test<PlainDocument> {
  const [one, two] = [partyTest(c, 1, sounds), partyTest(c, 2, sounds)];
  if (c.grantorGranteeLastName2 === '') return ({ parties }) => parties.some(one);
  return c.andOr === 'AND'
    ? ({ parties }) => parties.some(one) && parties.some(two)
    : ({ parties }) => parties.some(one) || parties.some(two);
}

export function numberTest(c: CriteriaOf<'searchByDocumentNumber'>): Test<PlainDocument> {
  const typed = plainTyped(c.fromDocumentNumber);
  const to = c.toDocumentNumber === '' ? undefined : Number(c.toDocumentNumber);
  return ({ own, type }) => {
    if (!typed) return false;
    if (to === undefined)
      return own.number === typed.number && own.suffix === typed.suffix && ['', type].includes(typed.type);
    // a range includes its last number, but not that number with a letter behind it
    return own.number >= typed.number && (own.number < to || (own.number === to && own.suffix === ''));
  };
}

export function addressTest(c: CriteriaOf<'searchByAddress'>): Test<PlainDocument> {
  const [house, street, city] = [plain(c.streetNumber), plainStreet(c.streetName), plain(c.city)];
  return ({ addresses }) =>
    addresses.some(
      (one) => one.house === house && one.street.startsWith(street) && one.city.startsWith(city),
    );
}

export function placeTest(c: CriteriaOf<'searchByBookAndPage'>): Test<PlainDocument> {
  const equal = (typed: string, value: string): boolean => {
    const [a, b] = [plainNumber(typed), plainNumber(value)];
    return a !== undefined && b !== undefined && a.number === b.number && a.suffix === b.suffix;
  };
  return ({ place }) =>
    equal(c.book, place.book) &&
    (c.page === '' || equal(c.page, place.page)) &&
    (isAny(c.bookType) || c.bookType === place.type);
}

export function tractIndexTest(c: CriteriaOf<'searchByTractIndexNMI'>): Test<PlainDocument> {
  const [village, parcel] = [plain(c.village), plain(c.parcelId)];
  return ({ parcels }) =>
    parcels.some(
      (one) => one.island === c.island && one.village.startsWith(village) && one.key.startsWith(parcel),
    );
}

export function describedTest(c: CriteriaOf<'searchByLegalDescription'>): Test<PlainDocument> {
  const isLegal = legalMatcher(c);
  const { last, first, initial } = nameOfLegal(c);
  const isParty = beginning(last, first, initial);
  return ({ legals, parties }) => legals.some(isLegal) && (last === '' || parties.some(isParty));
}

export function platTest(c: CriteriaOf<'searchByPlat'>): Test<PlainDocument> {
  const plat = plain(c.plat);
  return ({ legals }) => legals.some((legal) => legal.kind === 'LB' && legal.plat === plat);
}

export function parcelTest(c: CriteriaOf<'searchByParcelId'>): Test<PlainDocument> {
  const parcel = plain(c.parcelId);
  return ({ parcels }) => parcel !== '' && parcels.some(({ key }) => key.startsWith(parcel));
}
