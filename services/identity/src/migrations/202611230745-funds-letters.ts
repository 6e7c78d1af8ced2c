import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A letter about missing money stores its own content, because the months of tasks belong to another service. */
export class FundsLetters202611230745 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN IF NOT EXISTS funds jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN funds');
  }
}
