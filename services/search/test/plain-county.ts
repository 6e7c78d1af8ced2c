import {
  plain,
  plainNumber,
  plainParts,
  plainStreet,
  plainText,
  plainWords,
  sortable,
} from './plain-folding.js';
import { eachRow } from './plain-csv.js';
import { legalOf } from './plain-legal.js';
import type {
  PlainName,
  Sortable,
  PlainDocument,
  PlainCertificate,
  PlainLien,
  PlainEntry,
  PlainTract,
} from './plain-records.js';

type Cell = (column: string) => string;

export const nameOf = (row: Cell): PlainName => {
  const [last, first, middle] = [row('last_name'), row('first_name'), row('middle_name')];
  const parts = plainParts(last);
  return {
    names: parts.length > 1 ? [plain(last), ...parts] : [plain(last)],
    first: plain(first),
    initial: plain(middle).slice(0, 1),
    written: { last, first, middle },
  };
};

const keyOf = (row: Cell): string => row('document_type') + row('document_number');
const numberOrder = (text: string): string => sortable(plainNumber(text) ?? { number: 0, suffix: '' });

/** The sort text of a book and page; records without a book sort last. */
const placeOrder = (row: Cell): string =>
  row('book') === ''
    ? '~'
    : numberOrder(row('book')) + numberOrder(row('page') || '0') + (row('book_type') || ' ');

export interface PlainPlat {
  readonly number: string;
  readonly name: string;
}

/** The rows of a bundle in memory, as search/DESIGN.md describes them, without sealed documents. */
export class PlainCounty {
  readonly documents = new Map<string, PlainDocument>();
  readonly certificates = new Map<string, PlainCertificate>();
  readonly liens = new Map<string, PlainLien>();
  readonly entries: PlainEntry[] = [];
  readonly tracts = new Map<string, PlainTract>();
  readonly plats: PlainPlat[] = [];
  /** Numbers of sealed documents, so that certificates do not name these documents. */
  private readonly sealed = new Set<string>();
  private readonly groups = new Map<readonly unknown[], Map<string, Map<string, unknown[]>>>();
  private readonly orders = new Map<string, readonly unknown[]>();

  constructor(folder: string) {
    eachRow(folder, 'plats.csv', (row) =>
      this.plats.push({ number: row('plat_number'), name: row('plat_name') }),
    );
    this.readDocuments(folder);
    this.readLand(folder);
    this.readCertificates(folder);
    this.readLiens(folder);
    this.readBooks(folder);
  }

  /** All records of a kind in ascending order of a sort key; the order is total. */
  sorted<R extends { readonly order: Sortable }>(
    kind: string,
    records: Iterable<R>,
    sortKey: string,
  ): readonly R[] {
    const name = `${kind} ${sortKey}`;
    const known = this.orders.get(name);
    if (known) return known as readonly R[];
    const by = ({ order }: R): string => order[sortKey] ?? '';
    const made = [...records].sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0));
    this.orders.set(name, made);
    return made;
  }

  /**
   * The records of `sorted` that are in the group `asked`, such as a house, a plat or a book.
   * @param groupsOf returns the groups of a record
   */
  grouped<R extends { readonly order: Sortable }>(
    sorted: readonly R[],
    { name, groupsOf, asked }: { name: string; groupsOf: (record: R) => readonly string[]; asked: string },
  ): readonly R[] {
    const groups = this.groups.get(sorted) ?? new Map<string, Map<string, unknown[]>>();
    this.groups.set(sorted, groups);
    const known = groups.get(name) ?? new Map<string, unknown[]>();
    if (!groups.has(name)) {
      for (const record of sorted) {
        for (const group of new Set(groupsOf(record))) {
          const list = known.get(group);
          if (list) list.push(record);
          else known.set(group, [record]);
        }
      }
      groups.set(name, known);
    }
    return (known.get(asked) ?? []) as R[];
  }

  private readDocuments(folder: string): void {
    const instruments = new Map<string, { description: string; group: string }>();
    eachRow(folder, 'instruments.csv', (row) =>
      instruments.set(row('code'), { description: row('description'), group: row('group_code') }),
    );
    eachRow(folder, 'documents.csv', (row) => {
      if (row('sealed') === 'Y') {
        this.sealed.add(row('document_number'));
        return;
      }
      const [type, number] = [row('document_type'), row('document_number')];
      const instrument = instruments.get(row('instrument_code'));
      const own = numberOrder(number) + type;
      this.documents.set(type + number, {
        key: type + number,
        type,
        number,
        own: plainNumber(number) ?? { number: NaN, suffix: '' },
        day: row('recorded_date'),
        group: instrument?.group ?? '',
        place: { book: row('book'), page: row('page'), type: row('book_type') },
        order: {
          docNumber: own,
          recordedDate: `${row('recorded_date')} ${row('recorded_time')} ${own}`,
          book: `${placeOrder(row)} ${own}`,
          instrument: `${instrument?.description ?? ''}\u0000${own}`,
        },
        parties: [],
        legals: [],
        parcels: [],
        addresses: [],
      });
    });
    eachRow(folder, 'parties.csv', (row) => {
      const grantor = row('role') === 'GRANTOR';
      const party = { ...nameOf(row), grantor, words: plainWords(row('last_name')) };
      this.documents.get(keyOf(row))?.parties.push(party);
    });
  }

  private readLand(folder: string): void {
    eachRow(folder, 'legals.csv', (row) => this.documents.get(keyOf(row))?.legals.push(legalOf(row)));
    eachRow(folder, 'parcels.csv', (row) =>
      this.documents.get(keyOf(row))?.parcels.push({
        key: plain(row('parcel_id')),
        island: row('island'),
        village: plain(row('village')),
        written: { parcel: row('parcel_id'), village: row('village') },
      }),
    );
    eachRow(folder, 'addresses.csv', (row) => {
      const written = { house: row('house_number'), street: row('street'), city: row('city') };
      const folded = {
        house: plain(written.house),
        street: plainStreet(written.street),
        city: plain(written.city),
      };
      this.documents.get(keyOf(row))?.addresses.push({ ...folded, written });
    });
  }

  private readCertificates(folder: string): void {
    eachRow(folder, 'certificates.csv', (row) => {
      const number = row('certificate_number');
      const own = numberOrder(number);
      this.certificates.set(number, {
        key: `C${number}`,
        number,
        order: {
          certificateNumber: own,
          certifiedDate: `${row('certified_date')} ${own}`,
          book: `${placeOrder(row)} ${own}`,
        },
        texts: [],
      });
    });
    eachRow(folder, 'certificate_texts.csv', (row) => {
      if (this.sealed.has(row('document_number'))) return;
      this.certificates.get(row('certificate_number'))?.texts.push({
        section: row('section'),
        text: plainText(row('text')),
        document: row('document_number'),
      });
    });
  }

  private readLiens(folder: string): void {
    eachRow(folder, 'tax_liens.csv', (row) => {
      const document = this.documents.get(keyOf(row));
      if (!document) return;
      const { docNumber = '', recordedDate = '' } = document.order;
      const lienNumber = plain(row('lien_number'));
      this.liens.set(document.key, {
        key: document.key,
        document,
        lienNumber,
        expires: row('expire_date'),
        releases: [],
        taxpayers: [],
        order: {
          docNumber,
          recordedDate,
          lienDate: `${row('lien_date')} ${docNumber}`,
          lienNumber: `${lienNumber}\u0000${docNumber}`,
        },
        written: { lienNumber: row('lien_number') },
      });
    });
    eachRow(folder, 'tax_lien_parties.csv', (row) => this.liens.get(keyOf(row))?.taxpayers.push(nameOf(row)));
    eachRow(folder, 'tax_lien_releases.csv', (row) => {
      const isFull = row('partial_full') === 'FULL' && row('revoke_date') === '';
      if (isFull) this.liens.get(keyOf(row))?.releases.push(row('release_date'));
    });
  }

  private readBooks(folder: string): void {
    eachRow(folder, 'gg_books.csv', (row) => {
      const own = numberOrder(row('entry_number'));
      const [from, fromDay] = [plain(row('from_name')), row('from_date')];
      this.entries.push({
        key: `G${row('entry_number')}`,
        type: row('type'),
        from,
        to: plain(row('to_name')),
        fromDay,
        toDay: row('to_date'),
        order: { id: own, fromName: `${from}\u0000${own}`, fromDate: `${fromDay} ${own}` },
      });
    });
    eachRow(folder, 'tract_books.csv', (row) => {
      const number = row('entry_number');
      const own = numberOrder(number);
      const recorded = `${row('recorded_date')} ${row('recorded_time')} ${own}`;
      const known = this.tracts.get(number);
      const order = { id: own, recordedDate: recorded };
      const entry: PlainTract = known ?? {
        key: `B${number}`,
        number,
        day: row('recorded_date'),
        order,
        legals: [],
      };
      this.tracts.set(number, entry);
      entry.legals.push(legalOf(row));
    });
  }
}
