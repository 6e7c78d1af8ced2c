import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A letter about missing money keeps what it tells: the months of tasks are another service's. */
export class FundsLetters202611230745 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN IF NOT EXISTS funds jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN funds');
  }
}
