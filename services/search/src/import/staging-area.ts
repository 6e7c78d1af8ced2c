import type pg from 'pg';

/**
 * The staging tables hold the rows of a bundle during an import. A delta uses temporary tables of its connection. A
 * full import uses unlogged tables beside its generation, because two connections read the tables, and queries on
 * unlogged tables can use parallel workers. Temporary views let both kinds of import use the same short names. If a
 * full import is killed, its unlogged tables are dropped together with its generation.
 */
export class StagingArea {
  private readonly names: string[] = [];

  /** @param generation the generation of a full import; undefined for a delta */
  constructor(private readonly generation?: number) {}

  /** The table itself, for COPY and indexes, which do not accept views. */
  relation(name: string): string {
    return this.generation === undefined ? name : `search.${name}_g${this.generation}`;
  }

  /** @param definition columns in parentheses, or `AS SELECT …` */
  async create(client: pg.Client, name: string, definition: string): Promise<void> {
    const kind = this.generation === undefined ? 'TEMPORARY' : 'UNLOGGED';
    await client.query(`CREATE ${kind} TABLE ${this.relation(name)} ${definition}`);
    this.names.push(name);
    await this.showOne(client, name);
  }

  /** Collects statistics for the planner. A small sample is enough for rows that exist for minutes. */
  async analyze(client: pg.Client, name: string): Promise<void> {
    await client.query('SET default_statistics_target = 10');
    await client.query(`ANALYZE ${this.relation(name)}`);
    await client.query('RESET default_statistics_target');
  }

  /** Lets another connection see the tables created so far. */
  async show(client: pg.Client): Promise<void> {
    for (const name of this.names) await this.showOne(client, name);
  }

  /** Frees the disk space as soon as possible. */
  async drop(client: pg.Client): Promise<void> {
    for (const name of this.names) {
      await client.query(`DROP TABLE IF EXISTS ${this.relation(name)} CASCADE`);
    }
  }

  private async showOne(client: pg.Client, name: string): Promise<void> {
    if (this.generation === undefined) return;
    await client.query(`CREATE OR REPLACE TEMPORARY VIEW ${name} AS SELECT * FROM ${this.relation(name)}`);
  }
}
