import type { sortKeys, sortDirections } from '@portal/proto/http/search-types';

export type SortKey = (typeof sortKeys.documents)[number];
export type SortDirection = (typeof sortDirections)[number];

/** The column that orders beside the document ordinal, which decides ties and makes the order total (search.md). */
const columns: Readonly<Record<SortKey, string | undefined>> = {
  docNumber: undefined,
  recordedDate: 'rec_key',
  book: 'sk_book',
  instrument: 'instr',
};

/** How the hits of a search are ordered and named: `k1`, when there is one, and `id`. */
export class HitOrder {
  private readonly column: string | undefined;

  constructor(
    key: SortKey,
    private readonly direction: SortDirection,
  ) {
    this.column = columns[key];
  }

  /** SELECT list of a hit, from any table with the key columns. */
  get select(): string {
    return this.column ? `${this.column} AS k1, sk_doc AS id` : 'sk_doc AS id';
  }

  /** The same columns of hits that are selected already. */
  get names(): string {
    return this.column ? 'k1, id' : 'id';
  }

  /** ORDER BY list over hits. */
  orderBy(prefix = ''): string {
    const by = (name: string): string => `${prefix}${name} ${this.direction}`;
    return this.column ? `${by('k1')}, ${by('id')}` : by('id');
  }

  /** ORDER BY list over a table with the key columns. */
  get tableOrder(): string {
    return [...(this.column ? [this.column] : []), 'sk_doc']
      .map((name) => `${name} ${this.direction}`)
      .join(', ');
  }
}
