import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the content of e-mails about accounts that have too little money for a monthly task. The content is copied here,
 * because another service owns the tasks.
 */
export class FundsLetters202611230745 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter ADD COLUMN IF NOT EXISTS funds jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.letter DROP COLUMN funds');
  }
}
