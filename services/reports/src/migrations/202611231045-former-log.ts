import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index that finds the lines that came from LandShark One, for a migration that replaces them. */
export class FormerLog202611231045 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const on = `activity (county_id, at) WHERE source = 'ONE'`;
    for (const statement of sql.createIndexConcurrently('reports', 'activity_former', on))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY reports.activity_former');
  }
}
