import type {
  Counted,
  EntryRange,
  FormerDatabase,
  FormerRow,
  FormerView,
  ReadRequest,
} from './former-database.js';
import type { SourceStatements, StatementValues } from './source-statements.js';

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

  read({ view, after, limit, range }: ReadRequest): Promise<readonly FormerRow[]> {
    return this.ask(this.statements.read(view), { ...range, after: String(after), limit });
  }
}
