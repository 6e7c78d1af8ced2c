import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the content of e-mails about entries that the office has posted, copied here because another service owns the
 * ledger.
 */
export class OfficeLetters202611230510 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN IF NOT EXISTS office jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN office');
  }
}
