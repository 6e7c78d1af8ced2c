import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds an index, so that a query for an e-mail that still waits to be sent to a user's new address does not read all
 * e-mails of the county.
 */
export class LetterUser202611222315 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const on = 'letter (county_id, user_id, kind)';
    for (const statement of sql.createIndexConcurrently('identity', 'letter_user', on))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY identity.letter_user');
  }
}
