import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A letter about the county's card merchant stores its own content, because the merchant belongs to another service.
 */
export class CardMerchantLetters202611240905 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN IF NOT EXISTS merchant jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN merchant');
  }
}
