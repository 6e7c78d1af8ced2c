import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a column for the report that an e-mail is about. It is a copy, because another service owns the reports. */
export class ReportLetters202611240015 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN report jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN report');
  }
}
