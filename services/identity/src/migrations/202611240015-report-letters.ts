import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A letter about a scheduled report keeps which report it is: the report is another service's. */
export class ReportLetters202611240015 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN report jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN report');
  }
}
