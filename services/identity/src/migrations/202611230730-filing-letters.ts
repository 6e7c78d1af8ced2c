import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a column for the data that e-mails about e-filed documents show. The imaging service owns the documents. */
export class FilingLetters202611230730 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN IF NOT EXISTS filing jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN filing');
  }
}
