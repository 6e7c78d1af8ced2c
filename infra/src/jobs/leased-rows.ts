import type { Database, Tx } from '../db/index.js';

/** Work of many steps; its row has the progress. */
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
  /** Has county_id, id, state, started_at, lease_owner and lease_until; the worker role may select the county's part. */
  readonly table: string;
  /** The columns of a row, as SQL. */
  readonly columns: string;
  /** Work in these states continues automatically. */
  readonly active: readonly Work['state'][];
  readonly workOf: (row: Row) => Work;
}

const LEASE = `interval '60 seconds'`;

/** Rows of work, each leased to one process for a minute; each step renews the minute (infra/DESIGN.md#jobs). */
export class LeasedRows<Row extends object, Work extends Leased> {
  /** The condition of active work, for statements and indexes. */
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

  /** Gives the county's oldest free work to one process; if the process dies, another gets it a minute later. */
  async take(tx: Tx, owner: string): Promise<Work | undefined> {
    const { columns, table } = this.o;
    return this.read(
      await tx.row<Row>(
        `UPDATE ${table} SET lease_owner = $1, lease_until = clock_timestamp() + ${LEASE}
          WHERE id = (SELECT id FROM ${table}
                       WHERE county_id = $2 AND ${this.active} AND lease_until < clock_timestamp()
                       ORDER BY started_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING ${columns}`,
        [owner, tx.countyId],
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
   * The work, locked until the transaction ends. @throws WorkTaken when another process has it, or it may no longer
   * run
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

  /** Runs one step: a transaction in which the work is locked. @throws WorkTaken when another process has it by now */
  step<T>(
    database: Database,
    { county, id, owner }: { county: string; id: string; owner: string },
    step: (tx: Tx, work: Work) => Promise<T>,
  ): Promise<T> {
    return database.withCounty(county, async (tx) => step(tx, await this.hold(tx, id, owner)));
  }

  /** Reads the rows of all counties, as the worker role. */
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
