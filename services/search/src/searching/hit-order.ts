import type { SortDirection, SortKey } from '@portal/proto/http/search-types';
import type { RecordTable } from './record-table.js';

/** The columns that sort and identify the hits of a search: `k1`, if any, and `id`, which breaks ties. */
export class HitOrder {
  private readonly column: string | undefined;

  constructor(
    private readonly records: RecordTable,
    key: SortKey,
    private readonly direction: SortDirection,
  ) {
    this.column = records.columns[key];
  }

  /**
   * Returns the SELECT list for the columns that sort and identify a hit. It fits any table that has these columns.
   * @param prefix the alias of a joined table, with its dot
   */
  select(prefix = ''): string {
    const id = `${prefix}${this.records.id} AS id`;
    return this.column ? `${prefix}${this.column} AS k1, ${id}` : id;
  }

  /** The names of the columns that `select` returns. */
  get names(): string {
    return this.column ? 'k1, id' : 'id';
  }

  /** ORDER BY list over hits. */
  orderBy(prefix = ''): string {
    const by = (name: string): string => `${prefix}${name} ${this.direction}`;
    return this.column ? `${by('k1')}, ${by('id')}` : by('id');
  }

  /** The column by which the hits are sorted first, in any table that has the sort columns. */
  get first(): string {
    return this.column ?? this.records.id;
  }

  /** True if the hits are sorted first by this column of the table. */
  startsWith(column: string): boolean {
    return this.column === column;
  }

  /**
   * The condition for rows of a table that come at or after a hit in this order.
   * @param hit a subquery in parentheses that returns the sort columns of the hit
   */
  notBefore(hit: string): string {
    const columns = [...(this.column ? [this.column] : []), this.records.id].join(', ');
    return `(${columns}) ${this.direction === 'ASC' ? '>=' : '<='} ${hit}`;
  }
}
