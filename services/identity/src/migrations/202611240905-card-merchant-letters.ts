import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a column for the content of e-mails about changes of the county's card merchant. The content is a copy, because
 * another service makes these changes.
 */
export class CardMerchantLetters202611240905 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN IF NOT EXISTS merchant jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN merchant');
  }
}
