import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import type { LegalFields } from '@portal/proto/criteria/legal-fields';
import { anyDay, beginningOf, maybe, someDays, typed, type Random } from './drawn-criteria.js';
import type { PlainCounty, PlainPlat } from './plain-county.js';
import type { PlainDocument, PlainParty } from './plain-records.js';
import { usOf } from './plain-folding.js';
import type { PlainLegal } from './plain-legal.js';

const shortened: readonly (readonly [RegExp, string])[] = [
  [/\bSTREET\b/, 'St.'],
  [/\bAVENUE\b/, 'ave'],
  [/\bCOUNTY\b/, 'CO'],
  [/\bDRIVE\b/, 'Dr'],
  [/\bST\.?$/, 'STREET'],
  [/^N\.? /, 'North '],
  [/^EAST /, 'E. '],
  [/\bHIGHWAY\b/, 'Hwy.'],
];

/** Criteria of the searches that list documents, drawn from the rows of a county. */
export class DocumentCriteria {
  private readonly documents: readonly PlainDocument[];
  private readonly groups: readonly string[];
  /** The last names that occur most often among the parties of the documents, the most frequent name first. */
  private readonly frequentNames: readonly string[];

  constructor(
    private readonly county: PlainCounty,
    private readonly random: Random,
  ) {
    this.documents = [...county.documents.values()];
    this.groups = [...new Set(this.documents.map(({ group }) => group))];
    this.frequentNames = mostFrequent(
      this.documents.flatMap(({ parties }) => parties.map(({ written }) => written.last)),
    );
  }

  address(): CriteriaOf<'searchByAddress'> {
    const { random } = this;
    const document = this.having(({ addresses }) => addresses.length > 0);
    const { house, street, city } = random.pick(document.addresses).written;
    const other = shortened.reduce(
      (text, [word, way]) => (random.chance(0.5) ? text.replace(word, way) : text),
      street,
    );
    const moved = random.chance(0.08) ? String(random.between(100, 9_000)) : house;
    return typed('searchByAddress', {
      streetNumber: random.chance(0.2) ? moved.toLowerCase().replace('-', ' ') : moved,
      streetName: beginningOf(random, other, 3, 0.7),
      city: city.length < 3 ? '' : maybe(random, 0.5, beginningOf(random, city, 3)),
      instrumentGroup: this.group(document, 0.1),
      ...someDays(random, document.day),
    });
  }

  bookAndPage(): CriteriaOf<'searchByBookAndPage'> {
    const { random } = this;
    const { place } = this.having((document) => document.place.book !== '');
    return typed('searchByBookAndPage', {
      book: random.chance(0.1) ? `0${place.book}` : random.chance(0.05) ? `${place.book}Z` : place.book,
      page: random.chance(0.05) ? 'x1' : maybe(random, 0.6, place.page.toLowerCase()),
      bookType: random.chance(0.3) ? place.type : 'ALL',
    });
  }

  date(): CriteriaOf<'searchByDate'> {
    const { random } = this;
    const { day, type, ...document } = random.pick(this.documents);
    const year = Number(day.slice(0, 4));
    const [from, to] = random.chance(0.5)
      ? [day, day]
      : random.pick([
          [`${year}-01-01`, `${year}-12-31`],
          [`${year}-03-15`, `${year}-06-01`],
          [`${day.slice(0, 8)}01`, `${day.slice(0, 8)}28`],
        ]);
    const behind = to !== undefined && to > '2026-11-01' ? '2026-11-01' : (to ?? day);
    return typed('searchByDate', {
      fromRecordedDate: usOf(from ?? day),
      toRecordedDate: usOf(behind),
      documentType: random.chance(0.25) ? type : 'ALL',
      instrumentGroup: random.chance(0.25) ? document.group : 'ALL',
    });
  }

  documentNumber(): CriteriaOf<'searchByDocumentNumber'> {
    const { random } = this;
    const { number, type } = random.pick(this.documents);
    const digits = number.replace(/[A-Z]$/, '');
    const to = random.chance(0.7) ? String(Number(digits) + random.pick([0, 10, 200, 3_000])) : '';
    const from =
      to === '' ? random.pick([number, number.toLowerCase(), `000${number}`, type + number]) : digits;
    return typed('searchByDocumentNumber', {
      documentType: random.chance(0.3) ? type : 'ALL',
      fromDocumentNumber: from,
      toDocumentNumber: to,
    });
  }

  name(): CriteriaOf<'searchByName'> {
    const { random } = this;
    const document = random.pick(this.documents.slice(4));
    if (random.chance(0.12)) return this.commonName(document);
    if (random.chance(0.12)) return this.frequentPair(document);
    const one = random.pick(document.parties);
    const matchMethod = random.pick(['BEGINS', 'BEGINS', 'BEGINS', 'EXACT', 'WORD', 'SOUNDS'] as const);
    const other = random.chance(0.6) ? document : random.pick(this.documents);
    const second = random.chance(0.2) ? random.pick(other.parties) : undefined;
    const { first } = one.written;
    const withFirst = one.first !== '' && random.chance(0.4);
    const typedFirst = matchMethod === 'EXACT' ? first : beginningOf(random, first, 1);
    return typed('searchByName', {
      grantorGranteeLastName1: this.lastName(one, matchMethod),
      grantorGranteeFirstName1: withFirst ? typedFirst : '',
      grantorGranteeMiddleInitial1: withFirst ? maybe(random, 0.3, one.initial) : '',
      grantorGranteeLastName2: second ? this.lastName(second, matchMethod) : '',
      andOr: random.pick(['AND', 'OR']),
      matchMethod,
      grantorGranteeSearchIn: random.pick(['BOTH', 'BOTH', 'GRANTORS', 'GRANTEES']),
      documentType: random.chance(0.2) ? document.type : 'ALL',
      instrumentGroup: this.group(document, 0.15),
      ...someDays(random, document.day),
    });
  }

  parcelId(): CriteriaOf<'searchByParcelId'> {
    const { random } = this;
    const document = this.having(({ parcels }) => parcels.length > 0);
    const { parcel } = random.pick(document.parcels).written;
    const styled = random.chance(0.3) ? parcel.replaceAll(/[- ]/g, random.pick(['', '.', ' ', '-'])) : parcel;
    return typed('searchByParcelId', {
      parcelId: random.chance(0.05) ? `${styled}X` : beginningOf(random, styled, 2, 0.6),
      documentType: random.chance(0.15) ? document.type : 'ALL',
      ...someDays(random, document.day),
    });
  }

  tractIndex(): CriteriaOf<'searchByTractIndexNMI'> {
    const { random } = this;
    const document = this.having(({ parcels }) => parcels.some(({ island }) => island !== ''));
    const { island, key, written } = random.pick(document.parcels.filter((parcel) => parcel.island !== ''));
    return typed('searchByTractIndexNMI', {
      island: random.chance(0.05) ? 'ROTA' : island,
      village: beginningOf(random, written.village, 3),
      parcelId: maybe(random, 0.5, beginningOf(random, key, 1)),
      ...someDays(random, document.day),
    });
  }

  plat(): CriteriaOf<'searchByPlat'> {
    const { random, county } = this;
    const any = random.pick(county.plats);
    const chosen = random.chance(0.3) ? (county.plats[random.between(0, 12)] ?? any) : any;
    return typed('searchByPlat', chosenPlat(chosen));
  }

  legalDescription(): CriteriaOf<'searchByLegalDescription'> {
    const { random } = this;
    if (random.chance(0.08)) return this.largePlat();
    const document = this.having(({ legals }) => legals.length > 0);
    const legal = random.pick(document.legals);
    const someone = random.pick(random.chance(0.9) ? document.parties : random.pick(this.documents).parties);
    const { last, first } = someone.written;
    const named = random.chance(0.2);
    const kind = legal.kind === 'LB' ? 'Lb' : 'Mb';
    return typed('searchByLegalDescription', {
      ...drawnLegal(random, legal, this.county.plats),
      [`grantorGranteeLastName${kind}`]: named ? beginningOf(random, last, 2) : '',
      [`grantorGranteeFirstName${kind}`]:
        named && someone.first !== '' ? maybe(random, 0.4, beginningOf(random, first, 1)) : '',
      documentType: random.chance(0.1) ? document.type : 'ALL',
      instrumentGroup: this.group(document, 0.1),
      ...someDays(random, document.day),
    });
  }

  /** Criteria for all lots of one of the largest plats, without a limit of dates. */
  private largePlat(): CriteriaOf<'searchByLegalDescription'> {
    const plat = chosenPlat(this.county.plats[this.random.between(0, 12)]);
    return typed('searchByLegalDescription', { legalType: 'LB', ...plat, ...anyDay });
  }

  /**
   * Criteria with only a last name: the beginning of the name of a business on the document, such as a lender, or JO if
   * the document names no business.
   */
  private commonName({ parties }: PlainDocument): CriteriaOf<'searchByName'> {
    const business = parties.find(({ first }) => first === '');
    return typed('searchByName', {
      grantorGranteeLastName1: business?.written.last.slice(0, 8) ?? 'JO',
      ...anyDay,
    });
  }

  /** Criteria with the beginnings of two frequent names, and with a role and limits drawn at random. */
  private frequentPair(document: PlainDocument): CriteriaOf<'searchByName'> {
    const { random } = this;
    const beginning = (): string => random.pick(this.frequentNames).slice(0, random.between(4, 14)).trim();
    return typed('searchByName', {
      grantorGranteeLastName1: beginning(),
      grantorGranteeLastName2: beginning(),
      andOr: random.pick(['AND', 'AND', 'OR']),
      grantorGranteeSearchIn: random.pick(['BOTH', 'GRANTORS', 'GRANTEES']),
      documentType: random.chance(0.2) ? document.type : 'ALL',
      instrumentGroup: this.group(document, 0.2),
      ...someDays(random, document.day),
    });
  }

  /** A last name as people type it: the whole name, its beginning or one of its words, sometimes in lower case. */
  private lastName({ written: { last } }: PlainParty, method: string): string {
    const words = last.split(/[ -]/).filter((word) => /[A-Z]{2}/.test(word));
    if (method === 'WORD') return this.random.pick(words.length > 0 ? words : [last]);
    if (method !== 'BEGINS') return this.random.chance(0.8) ? last.toLowerCase() : last;
    return beginningOf(this.random, last, 2);
  }

  private group({ group }: PlainDocument, share: number): string {
    if (!this.random.chance(share)) return 'ALL';
    return this.random.chance(0.8) ? group : this.random.pick(this.groups);
  }

  private having(test: (document: PlainDocument) => boolean): PlainDocument {
    for (;;) {
      const document = this.random.pick(this.documents);
      if (test(document)) return document;
    }
  }
}

const frequent = 16;

function mostFrequent(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.entries()]
    .sort(([, a], [, b]) => b - a)
    .slice(0, frequent)
    .map(([name]) => name);
}

/** The fields that are set together when the user chooses a plat from the list. */
const chosenPlat = (plat: PlainPlat | undefined) => ({
  plat: plat?.number ?? '',
  platNumber: plat?.number ?? '',
  platName: plat?.name ?? '',
});

function drawnLot(random: Random, written: Readonly<Record<string, string>>): Partial<LegalFields> {
  const part = (column: string, share: number): string => maybe(random, share, written[column] ?? '');
  const lots = /\d+/.exec(written['lot'] ?? '')?.[0];
  const withOther = random.chance(0.7);
  return {
    legalType: 'LB',
    lot: maybe(random, 0.75, (random.chance(0.4) ? lots : written['lot']) ?? ''),
    block: part('block', 0.6),
    sublot: part('sublot', 0.7),
    otherLotCodeLb: withOther ? part('other_code', 0.8) : '',
    otherLotLb: withOther ? part('other_lot', 0.8) : '',
    building: part('building', 0.4),
    unit: part('unit', 0.6).replace('-', random.pick(['-', ''])),
    garage: part('garage', 0.4),
  };
}

function drawnBounds(random: Random, written: Readonly<Record<string, string>>): Partial<LegalFields> {
  const part = (column: string, share: number): string => maybe(random, share, written[column] ?? '');
  const quarter = (column: string, share: number) => {
    const drawn = random.chance(0.1) ? 'NE' : part(column, share);
    return drawn === 'NE' || drawn === 'NW' || drawn === 'SE' || drawn === 'SW' ? drawn : '';
  };
  return {
    legalType: 'MB',
    section: part('section', 0.9),
    township: written['township'] ?? '1',
    range: random.chance(0.2) ? `0${written['range']}` : (written['range'] ?? '1'),
    base: part('base', 0.15),
    meridian: part('meridian', 0.15).replace('.', ''),
    municipality: part('municipality', 0.15).toLowerCase(),
    q: quarter('q', 0.6),
    qq: quarter('qq', 0.6),
    qqq: quarter('qqq', 0.3),
    qqqq: quarter('qqqq', 0.3),
    otherLotCodeMb: part('other_code', 0.4),
    otherLotMb: part('other_lot', 0.4),
  };
}

/** Fields of the forms that ask for a legal description. */
export function drawnLegal(
  random: Random,
  { kind, written }: PlainLegal,
  plats: readonly PlainPlat[],
): Partial<LegalFields> {
  const plat = plats.find(({ number }) => number === written['plat_number']);
  const fields =
    kind === 'LB' ? { ...chosenPlat(plat), ...drawnLot(random, written) } : drawnBounds(random, written);
  return { ...fields, searchMethod: random.chance(0.3) ? 'EXACT' : 'CONTAINS' };
}
