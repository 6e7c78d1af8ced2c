import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the table of records that an import removed from a county's index, by the ordinal of their key. The import has
 * reported each removal to the other services. When an import brings a record back, it reports that too.
 */
export class RemovedRecords202611222140 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE search.removed_record (
      county_id text NOT NULL, ordinal bigint NOT NULL, PRIMARY KEY (county_id, ordinal))`);
    await db.query(sql.forceRowLevelSecurity('search', 'removed_record'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE search.removed_record');
  }
}
