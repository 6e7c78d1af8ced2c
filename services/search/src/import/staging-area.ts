import type pg from 'pg';

/**
 * Where the rows of a bundle wait. A delta waits in temporary tables of its connection. A full import waits in unlogged
 * tables beside its generation, which two connections see and whose queries may use parallel workers; temporary views
 * give them the same short names. They go with the generation when an import is killed.
 */
export class StagingArea {
  private readonly names: string[] = [];

  /** @param generation of a full import */
  constructor(private readonly generation?: number) {}

  /** The table itself, for COPY and indexes, which know no views. */
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

  /** Sizes and orders for the planner; a small sample says enough about rows that live for minutes. */
  async analyze(client: pg.Client, name: string): Promise<void> {
    await client.query('SET default_statistics_target = 10');
    await client.query(`ANALYZE ${this.relation(name)}`);
    await client.query('RESET default_statistics_target');
  }

  /** Lets another connection see what has been made so far. */
  async show(client: pg.Client): Promise<void> {
    for (const name of this.names) await this.showOne(client, name);
  }

  /** Gives the room back as soon as it is not needed. */
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
