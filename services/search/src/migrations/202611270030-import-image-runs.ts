import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `run` is the id that an import shares with the page-image import that follows, so that Monitoring shows both as one.
 */
export class ImportImageRuns202611270030 implements MigrationInterface {
  readonly name = 'ImportImageRuns202611270030';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE search.import_run ADD COLUMN run uuid');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE search.import_run DROP COLUMN run');
  }
}
