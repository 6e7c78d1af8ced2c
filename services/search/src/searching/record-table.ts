import type { ResultKind, sortKeys, SortKey } from '@portal/proto/http/search-types';

/** The table with the prepared rows of a kind of result, and its sort columns. */
export interface RecordTable {
  readonly table: string;
  /**
   * The column with a record's ordinal, both in this table and in every table of the record's hits. The ordinal breaks
   * ties (search/DESIGN.md#the-read-model).
   */
  readonly id: string;
  /**
   * For each sort key, the column by which records are sorted before the ordinal; undefined when the ordinal alone
   * sorts them.
   */
  readonly columns: Readonly<Partial<Record<SortKey, string>>>;
  /**
   * The condition for visible rows. Only documents need one; rows of the other kinds are deleted when their document is
   * sealed.
   */
  readonly visible: string;
}

type Columns<K extends ResultKind> = Readonly<Record<(typeof sortKeys)[K][number], string | undefined>>;

const tableOf = <K extends ResultKind>(
  table: string,
  id: string,
  columns: Columns<K>,
  visible = '',
): RecordTable => ({ table, id, columns, visible });

export const recordTables: Readonly<Record<ResultKind, RecordTable>> = {
  documents: tableOf<'documents'>(
    'document',
    'sk_doc',
    { docNumber: undefined, recordedDate: 'rec_key', book: 'sk_book', instrument: 'instr' },
    ' AND NOT d.sealed',
  ),
  certificates: tableOf<'certificates'>('certificate', 'sk_cert', {
    certificateNumber: undefined,
    certifiedDate: 'cert_day',
    book: 'sk_book',
  }),
  bookEntries: tableOf<'bookEntries'>('gg_book', 'sk_entry', {
    id: undefined,
    fromName: 'from_name',
    fromDate: 'from_day',
  }),
  taxLiens: tableOf<'taxLiens'>('tax_lien', 'sk_doc', {
    docNumber: undefined,
    recordedDate: 'rec_key',
    lienDate: 'lien_day',
    lienNumber: 'lien_no',
  }),
  tractBooks: tableOf<'tractBooks'>('tract_book', 'sk_entry', { id: undefined, recordedDate: 'rec_key' }),
};
