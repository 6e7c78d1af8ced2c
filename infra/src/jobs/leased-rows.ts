import type { Database, Tx } from '../db/index.js';

/** Work that takes many steps. Its row stores the progress. */
export interface Leased {
  readonly id: string;
  readonly state: string;
}

/** Another process has taken the work, or the work was canceled. */
export class WorkTaken extends Error {
  override readonly name = 'WorkTaken';
}

/** The table of the rows, and how its rows are read. */
export interface LeasedTable<Row, Work extends Leased> {
  /**
   * The table must have county_id, id, state, started_at, lease_owner and lease_until. The worker role must be able to
   * read county_id, state and lease_until.
   */
  readonly table: string;
  /** The columns of a row, as SQL. */
  readonly columns: string;
  /** Work in these states continues automatically. */
  readonly active: readonly Work['state'][];
  readonly workOf: (row: Row) => Work;
}

const LEASE = `interval '60 seconds'`;

/**
 * Rows of work, each leased to one process for a minute. Each step extends the lease to a minute
 * (infra/DESIGN.md#jobs).
 */
export class LeasedRows<Row extends object, Work extends Leased> {
  /** The SQL condition for active work, for statements and indexes. */
  protected readonly active: string;

  constructor(protected readonly o: LeasedTable<Row, Work>) {
    this.active = `state IN (${o.active.map((state) => `'${state}'`).join(', ')})`;
  }

  isActive({ state }: Work): boolean {
    return this.o.active.includes(state);
  }

  async find(tx: Tx, id: string): Promise<Work | undefined> {
    const { columns, table } = this.o;
    return this.read(await tx.row<Row>(`SELECT ${columns} FROM ${table} WHERE id = $1`, [id]));
  }

  /**
   * Leases the county's oldest free work to one process. If the process dies, another process gets the work a minute
   * later.
   * @param except the ids of work that the process leaves for later
   */
  async take(tx: Tx, owner: string, except: readonly string[] = []): Promise<Work | undefined> {
    const { columns, table } = this.o;
    return this.read(
      await tx.row<Row>(
        `UPDATE ${table} SET lease_owner = $1, lease_until = clock_timestamp() + ${LEASE}
          WHERE id = (SELECT id FROM ${table}
                       WHERE county_id = $2 AND ${this.active} AND lease_until < clock_timestamp()
                         AND id <> ALL ($3::uuid[])
                       ORDER BY started_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING ${columns}`,
        [owner, tx.countyId, except],
      ),
    );
  }

  /** Gives the work back, so that another process can take it at once. */
  async giveBack(tx: Tx, id: string, owner: string): Promise<void> {
    await tx.run(`UPDATE ${this.o.table} SET lease_until = '-infinity' WHERE id = $1 AND lease_owner = $2`, [
      id,
      owner,
    ]);
  }

  /**
   * The work, locked until the transaction ends.
   * @throws WorkTaken when another process has the work, or the work may no longer run
   */
  async hold(tx: Tx, id: string, owner: string): Promise<Work> {
    const { columns, table } = this.o;
    const work = this.read(
      await tx.row<Row>(
        `UPDATE ${table} SET lease_until = clock_timestamp() + ${LEASE}
          WHERE id = $1 AND lease_owner = $2 AND ${this.active} RETURNING ${columns}`,
        [id, owner],
      ),
    );
    if (!work) throw new WorkTaken();
    return work;
  }

  /**
   * Runs one step in a transaction that locks the work.
   * @throws WorkTaken when another process has taken the work
   */
  step<T>(
    database: Database,
    { county, id, owner }: { county: string; id: string; owner: string },
    step: (tx: Tx, work: Work) => Promise<T>,
  ): Promise<T> {
    return database.withCounty(county, async (tx) => step(tx, await this.hold(tx, id, owner)));
  }

  /** The counties with free work. Needs a transaction of the worker role, which sees the rows of all counties. */
  async listCountiesWithWork(tx: Tx): Promise<string[]> {
    const rows = await tx.rows<{ county: string }>(
      `SELECT DISTINCT county_id AS county FROM ${this.o.table}
        WHERE ${this.active} AND lease_until < clock_timestamp()`,
    );
    return rows.map(({ county }) => county);
  }

  protected read(row: Row | undefined): Work | undefined {
    return row && this.o.workOf(row);
  }
}
