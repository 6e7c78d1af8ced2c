import { DataSource } from 'typeorm';
import { rolesOf } from '../db/index.js';
import { freshDatabase, type TestTables } from './database.js';

/**
 * The changes that TypeORM would make so that the tables of a service match its entities. The list must be empty
 * (infra/DESIGN.md#migrations). Tables without an entity (partitions, outbox, read models) are ignored, and so are
 * additional constraints and indexes of the migrations, because the database may be stricter than the entities.
 */
export async function entitiesMatchMigrations(
  o: TestTables & { ignoreTables?: readonly string[] },
): Promise<string[]> {
  const fresh = await freshDatabase(o);
  const source = new DataSource({
    type: 'postgres',
    url: fresh.adminUrl,
    schema: rolesOf(o.service).schema,
    entities: [...o.entities],
    installExtensions: false,
    extra: { options: `-c search_path=${rolesOf(o.service).schema},public` },
  });
  try {
    await source.initialize();
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query).filter((query) => isDifference(query, o.ignoreTables ?? []));
  } finally {
    if (source.isInitialized) await source.destroy();
    await fresh.drop();
  }
}

function isDifference(query: string, ignoreTables: readonly string[]): boolean {
  if (/^ALTER TABLE \S+ DROP CONSTRAINT /.test(query) || /^DROP INDEX /.test(query)) return false;
  return !ignoreTables.some((table) => query.includes(`"${table}"`));
}
