import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds an index for the query that finds an unsent e-mail to the new address of a user. Without the index, the query
 * would read all e-mails of the county.
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
