import type {
  Counted,
  EntryRange,
  FormerDatabase,
  FormerRow,
  FormerView,
  ReadRequest,
} from './former-database.js';
import { numberColumn, type SourceStatements, type StatementValues } from './source-statements.js';

/** Runs an SQL statement at a source. @throws SourceFault */
type Ask = (text: string, values: StatementValues) => Promise<readonly FormerRow[]>;

/**
 * Reads the views of LS1 in the SQL dialect of a server. Each source passes two functions: one runs a statement, and
 * the other closes the connection.
 */
export class ViewReader implements FormerDatabase {
  constructor(
    private readonly statements: SourceStatements,
    private readonly ask: Ask,
    readonly close: () => Promise<void>,
  ) {}

  async count(view: FormerView, range?: EntryRange): Promise<Counted> {
    const [row] = await this.ask(this.statements.count(view), { ...range });
    const found = Number(row?.rows_found ?? 0);
    return { found, unnumbered: found - Number(row?.rows_numbered ?? 0) };
  }

  async read({ view, after, limit, range }: ReadRequest): Promise<readonly FormerRow[]> {
    const values = { ...range, after: String(after), limit: limit + 1 };
    const rows = await this.ask(this.statements.read(view), values);
    return rows.length > limit ? withoutLast(rows, numberColumn(view)) : rows;
  }
}

/**
 * Leaves the rows with the greatest number to the next batch, unless all rows have this number. If a batch ended
 * between two rows with the same number, the next batch would skip the second one.
 */
function withoutLast(rows: readonly FormerRow[], number: string): readonly FormerRow[] {
  const last = rows.at(-1)?.[number];
  const kept = rows.filter((row) => row[number] !== last);
  return kept.length > 0 ? kept : rows;
}
