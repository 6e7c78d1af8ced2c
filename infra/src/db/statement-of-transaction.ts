import pg from 'pg';

interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** Statements that begin and end a transaction. Each connection prepares them once, under these names. */
export const BEGIN: Prepared = { name: 'begin', text: 'BEGIN' };
export const SET_COUNTY: Prepared = {
  name: 'set_county',
  text: `SELECT set_config('app.county_id', $1, true)`,
};
export const COMMIT: Prepared = { name: 'commit', text: 'COMMIT' };

/** The part of pg's connection that writes messages of the extended protocol. */
export interface Wire {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  bind(message: { portal: string; statement: string; values: readonly string[] }): void;
  execute(message: { portal: string }): void;
  sync(): void;
}

interface WireQuery extends pg.Submittable {
  prepare(wire: Wire): void;
  _getRows(wire: Wire, rows: number | undefined): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: { text: string }, wire: Wire): void;
}

type Callback = (error: Error | null, result: pg.QueryResult) => void;

/** The query class of pg. The published types omit those methods of the class that are called by pg's connection. */
const PgQuery = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
  callback: Callback,
) => WireQuery;

/** Says whether BEGIN and COMMIT are sent in one message with a statement. */
export interface Together {
  /**
   * The county of the transaction that begins before the statement: '' for a transaction without a county, undefined if
   * no transaction begins.
   */
  readonly county?: string | undefined;
  /** True if COMMIT follows the statement. */
  readonly commits: boolean;
}

/**
 * A statement with parameters that is sent in one message with the BEGIN of its transaction, with COMMIT, or with both.
 * PostgreSQL skips what follows a failed statement, so COMMIT runs only after success. The answer is that of the
 * statement itself. The connection must already have prepared BEGIN, SET_COUNTY and COMMIT.
 */
export class StatementOfTransaction extends PgQuery {
  /** The number of statements that were sent before this one and are not answered yet. */
  private ahead: number;
  private isDone = false;

  constructor(
    config: pg.QueryConfig,
    private readonly together: Together,
    callback: Callback,
  ) {
    super(config, undefined, callback);
    this.ahead = together.county === undefined ? 0 : 2;
  }

  override prepare(wire: Wire): void {
    const { county } = this.together;
    if (county !== undefined) {
      execute(wire, BEGIN);
      execute(wire, SET_COUNTY, county);
    }
    super.prepare(wire);
  }

  override _getRows(wire: Wire, rows: number | undefined): void {
    if (!this.together.commits) return super._getRows(wire, rows);
    wire.execute({ portal: '' });
    execute(wire, COMMIT);
    wire.sync();
  }

  override handleDataRow(message: unknown): void {
    if (this.ahead === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: { text: string }, wire: Wire): void {
    if (this.ahead > 0) this.ahead -= 1;
    else if (!this.isDone) {
      this.isDone = true;
      super.handleCommandComplete(message, wire);
    }
  }
}

function execute(wire: Wire, { name }: Prepared, ...values: string[]): void {
  wire.bind({ portal: '', statement: name, values });
  wire.execute({ portal: '' });
}
