import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A letter about an e-filed document stores its own content, because the document belongs to another service. */
export class FilingLetters202611230730 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN IF NOT EXISTS filing jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN filing');
  }
}
