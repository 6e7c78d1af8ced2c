import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The column of letters about scheduled reports. It names the report, because reports belong to another service. */
export class ReportLetters202611240015 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN report jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN report');
  }
}
