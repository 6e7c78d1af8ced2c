import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A letter about a posting of the office stores its own content, because the ledger belongs to another service. */
export class OfficeLetters202611230510 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN IF NOT EXISTS office jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN office');
  }
}
