import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A letter about an e-filed document keeps what it tells: the document is another service's. */
export class FilingLetters202611230730 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN IF NOT EXISTS filing jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN filing');
  }
}
