import type pg from 'pg';
import { generationTables, partitionName, type GenerationTable } from '../read-model/tables.js';

/**
 * After this time no hit list of a retired generation is left, and nothing reads the generation
 * (search/DESIGN.md#generations).
 */
const retiredMinutes = 11;

/** A pattern for the names of the tables that hold a bundle's staged rows (staging-area.ts). */
const staged = '^(staged|made|sealed)_';

/** @returns the number of a new generation, which is not live yet */
export async function openGeneration(client: pg.Client, county: string, bundle: string): Promise<number> {
  const { rows } = await client.query<{ generation: number }>(
    `INSERT INTO search.generation (county_id, state, bundle) VALUES ($1, 'LOADING', $2) RETURNING generation`,
    [county, bundle],
  );
  const [row] = rows;
  if (!row) throw new Error('no generation was made');
  for (const table of generationTables) {
    const name = partitionName(table, row.generation);
    await client.query(
      `CREATE TABLE search.${name} (LIKE search.${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
         CHECK (generation = ${row.generation}))`,
    );
  }
  return row.generation;
}

/**
 * Creates the parents' indexes and primary keys on the loaded partition, so that attaching the partition builds no
 * index.
 */
export async function indexPartition(
  client: pg.Client,
  table: GenerationTable,
  generation: number,
): Promise<void> {
  const name = partitionName(table, generation);
  const { rows } = await client.query<{ name: string; definition: string; key: string | null }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition, pg_get_constraintdef(k.oid) AS key
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       LEFT JOIN pg_constraint k ON k.conindid = c.oid AND k.contype = 'p'
      WHERE i.indrelid = $1::regclass ORDER BY c.relname`,
    [`search.${table}`],
  );
  for (const index of rows) {
    const own = `${index.name}_g${generation}`;
    await client.query(
      index.key === null
        ? index.definition
            .replace(` INDEX ${index.name} ON ONLY `, ` INDEX ${own} ON `)
            .replace(`search.${table} `, `search.${name} `)
        : `ALTER TABLE search.${name} ADD CONSTRAINT ${own} ${index.key}`,
    );
  }
  // VACUUM fills the visibility map, which enables index-only scans
  await client.query(`VACUUM (ANALYZE) search.${name}`);
}

/**
 * Attaches the partitions under their generation. Readers are not blocked, because that generation is not read yet.
 */
export async function attachGeneration(client: pg.Client, generation: number): Promise<void> {
  for (const table of generationTables) {
    const name = partitionName(table, generation);
    await client.query(
      `ALTER TABLE search.${table} ATTACH PARTITION search.${name} FOR VALUES IN (${generation})`,
    );
  }
}

/** Drops tables that a killed import of this county left; the caller has the county's lock. */
export async function dropUnfinished(client: pg.Client, county: string): Promise<void> {
  const { rows } = await client.query<{ generation: number }>(
    `SELECT generation FROM search.generation WHERE county_id = $1 AND state = 'LOADING'`,
    [county],
  );
  for (const { generation } of rows) await dropGeneration(client, generation);
  await dropOrphans(client, county);
}

/**
 * Drops the tables that killed imports left: this county's staged rows, and all tables without a generation. A killed
 * import's last statement may have created such a table after the generation was removed. The staged rows of other
 * counties stay, because an import may be using them.
 */
async function dropOrphans(client: pg.Client, county: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
       LEFT JOIN search.generation g ON g.generation = substring(relname FROM '_g(\\d+)$')::int
      WHERE relnamespace = 'search'::regnamespace AND relkind = 'r' AND relname ~ '_g\\d+$'
        AND (g.generation IS NULL OR g.county_id = $1 AND relname ~ '${staged}')`,
    [county],
  );
  for (const { name } of rows) await client.query(`DROP TABLE IF EXISTS search.${name} CASCADE`);
}

/** Detaches and drops the generations whose hit lists have expired. */
export async function dropRetired(
  client: pg.Client,
  county: string,
  minutes = retiredMinutes,
): Promise<number> {
  const { rows } = await client.query<{ generation: number }>(
    `SELECT generation FROM search.generation WHERE county_id = $1 AND state = 'RETIRED'
        AND retired_at < now() - make_interval(mins => $2)`,
    [county, minutes],
  );
  for (const { generation } of rows) await dropGeneration(client, generation);
  return rows.length;
}

async function dropGeneration(client: pg.Client, generation: number): Promise<void> {
  for (const table of generationTables) {
    const name = partitionName(table, generation);
    const { rows } = await client.query<{ pending: boolean }>(
      'SELECT inhdetachpending AS pending FROM pg_inherits WHERE inhrelid = to_regclass($1)',
      [`search.${name}`],
    );
    // detaches concurrently, so that readers of live generations continue; an interrupted detach is finished first
    if (rows[0]) {
      const how = rows[0].pending ? 'FINALIZE' : 'CONCURRENTLY';
      await client.query(`ALTER TABLE search.${table} DETACH PARTITION search.${name} ${how}`);
    }
    await client.query(`DROP TABLE IF EXISTS search.${name}`);
  }
  const left = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'search'::regnamespace AND relname ~ $1`,
    [`${staged}.*_g${generation}$`],
  );
  // an import's connections may still have temporary views of the table; CASCADE drops these too
  for (const { name } of left.rows) await client.query(`DROP TABLE IF EXISTS search.${name} CASCADE`);
  await client.query('DELETE FROM search.generation WHERE generation = $1', [generation]);
}
