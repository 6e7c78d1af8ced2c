import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An import names itself to the importer of page images, which runs after it. */
export class ImportImageRuns202611270030 implements MigrationInterface {
  readonly name = 'ImportImageRuns202611270030';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE search.import_run ADD COLUMN run uuid');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE search.import_run DROP COLUMN run');
  }
}
