import type { DocumentNumberCriteria } from '@portal/proto/criteria/document-number';
import type { NameCriteria } from '@portal/proto/criteria/name';
import type { SearchPaging } from '@portal/proto/http/search-paging';
import type { DemoDocument, DemoParty } from '@portal/infra/testing';

/**
 * The searches as a plain filter over the rows of the bundle, written from the design page and sharing no code with the
 * service: slow and obvious.
 */
interface ReferenceParty {
  readonly grantor: boolean;
  readonly names: readonly string[];
  readonly words: readonly string[];
  readonly first: string;
  readonly initial: string;
}

interface ReferenceDocument {
  readonly key: string;
  readonly document: DemoDocument;
  readonly day: string;
  readonly parties: readonly ReferenceParty[];
  readonly order: {
    readonly number: number;
    readonly recorded: string;
    readonly book: readonly number[];
    readonly instrument: string;
  };
}

const plain = (text: string): string =>
  [...text.normalize('NFKD').toUpperCase().split('&').join('AND')]
    .filter((letter) => /[A-Z0-9]/.test(letter))
    .join('');

const wordsOf = (text: string): string[] =>
  text
    .split('&')
    .join(' AND ')
    .split("'")
    .join('')
    .replace(/([A-Za-z]{2,})\.([A-Za-z])/g, '$1 $2')
    .split('.')
    .join('')
    .split(/[\s,/()-]+/)
    .map(plain)
    .filter((word) => word !== '');

const referenceParty = (grantor: boolean, { last, first, middle }: DemoParty): ReferenceParty => ({
  grantor,
  names: [plain(last), ...(last.includes('-') ? last.split('-').map(plain) : [])],
  words: wordsOf(last),
  first: plain(first),
  initial: plain(middle).slice(0, 1),
});

const bookOf = ({ book, page, book_type }: DemoDocument): number[] =>
  book === '' ? [Number.MAX_SAFE_INTEGER] : [Number(book), Number(page), book_type.charCodeAt(0)];

const compareLists = (a: readonly number[], b: readonly number[]): number => {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
};

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const usDay = (text: string): string => `${text.slice(6)}-${text.slice(0, 2)}-${text.slice(3, 5)}`;

/** Whether a party has the first or the second name of the criteria, in the chosen role. */
function matcher(criteria: NameCriteria, nth: 1 | 2): (party: ReferenceParty) => boolean {
  const { grantorGranteeSearchIn: role, matchMethod } = criteria;
  const typed = criteria[`grantorGranteeLastName${nth}`];
  const [last, words] = [plain(typed), wordsOf(typed)];
  const first = plain(criteria[`grantorGranteeFirstName${nth}`]);
  const initial = plain(criteria[`grantorGranteeMiddleInitial${nth}`]);
  const ofName = {
    BEGINS: (party: ReferenceParty) => party.names.some((name) => name.startsWith(last)),
    EXACT: (party: ReferenceParty) => party.names.includes(last) && (first === '' || party.first === first),
    WORD: (party: ReferenceParty) =>
      words.every((word) => party.words.includes(word)) ||
      (words.length === 1 && party.names.includes(words[0] ?? '')),
    SOUNDS: () => false,
  }[matchMethod];
  return (party) => {
    if ((role === 'GRANTORS' && !party.grantor) || (role === 'GRANTEES' && party.grantor)) return false;
    if (initial !== '' && party.initial !== initial) return false;
    return party.first.startsWith(first) && ofName(party);
  };
}

export interface ReferenceAnswer {
  readonly total: number;
  readonly keys: readonly string[];
}

export class PlainReference {
  private readonly documents: readonly ReferenceDocument[];

  constructor(documents: readonly DemoDocument[]) {
    this.documents = documents.map((document) => ({
      key: document.type + document.number,
      document,
      day: document.recorded_date,
      parties: [
        ...document.grantors.map((party) => referenceParty(true, party)),
        ...document.grantees.map((party) => referenceParty(false, party)),
      ],
      order: {
        number: Number(document.number) * 100 + document.type.charCodeAt(0),
        recorded: `${document.recorded_date} ${document.recorded_time}`,
        book: bookOf(document),
        instrument: document.instrument.description,
      },
    }));
  }

  byName(criteria: NameCriteria, paging: Pick<SearchPaging, 'sortKey' | 'sortDirection'>): ReferenceAnswer {
    const [from, to] = [usDay(criteria.fromRecordedDate), usDay(criteria.toRecordedDate)];
    const matchers = ([1, 2] as const).map((nth) => matcher(criteria, nth));
    const has = (document: ReferenceDocument, nth: 1 | 2): boolean =>
      document.parties.some((party) => matchers[nth - 1]?.(party));
    const found = this.documents.filter((document) => {
      if (document.day < from || document.day > to) return false;
      if (criteria.documentType !== 'ALL' && document.document.type !== criteria.documentType) return false;
      if (
        criteria.instrumentGroup !== 'ALL' &&
        document.document.instrument.group !== criteria.instrumentGroup
      )
        return false;
      if (criteria.grantorGranteeLastName2 === '') return has(document, 1);
      return criteria.andOr === 'AND'
        ? has(document, 1) && has(document, 2)
        : has(document, 1) || has(document, 2);
    });
    return this.answer(found, paging);
  }

  byNumber(
    criteria: DocumentNumberCriteria,
    paging: Pick<SearchPaging, 'sortKey' | 'sortDirection'>,
  ): ReferenceAnswer {
    const from = Number(criteria.fromDocumentNumber);
    const to = criteria.toDocumentNumber === '' ? from : Number(criteria.toDocumentNumber);
    const found = this.documents.filter(({ document }) => {
      const number = Number(document.number);
      return (
        number >= from &&
        number <= to &&
        (criteria.documentType === 'ALL' || document.type === criteria.documentType)
      );
    });
    return this.answer(found, paging);
  }

  private answer(
    found: ReferenceDocument[],
    o: Pick<SearchPaging, 'sortKey' | 'sortDirection'>,
  ): ReferenceAnswer {
    const direction = o.sortDirection === 'ASC' ? 1 : -1;
    const compare = (a: ReferenceDocument, b: ReferenceDocument): number => {
      const ties = a.order.number - b.order.number;
      if (o.sortKey === 'recordedDate') return compareTexts(a.order.recorded, b.order.recorded) || ties;
      if (o.sortKey === 'book') return compareLists(a.order.book, b.order.book) || ties;
      if (o.sortKey === 'instrument') return compareTexts(a.order.instrument, b.order.instrument) || ties;
      return ties;
    };
    const keys = found
      .sort((a, b) => direction * compare(a, b))
      .map(({ key }) => key)
      .slice(0, 1_000);
    return { total: keys.length, keys };
  }
}
