import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds an index that finds a user's latest attempts to sign in, whatever their outcome. The index holds the outcome, so
 * counting the attempts of a large account reads no rows of the table.
 */
export class AttemptsOfUsers202611290240 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const on = 'login_attempt (county_id, user_id, at) INCLUDE (outcome)';
    for (const statement of sql.createIndexConcurrently('identity', 'login_attempt_user', on))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY identity.login_attempt_user');
  }
}
