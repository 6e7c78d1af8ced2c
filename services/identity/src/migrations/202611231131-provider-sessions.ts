import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const on = `session (county_id, provider_sid) WHERE ended_at IS NULL AND provider_sid IS NOT NULL`;

/**
 * Adds an index that finds a session by its id at the identity provider, because a logout there names only that id.
 */
export class ProviderSessions202611231131 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const statement of sql.createIndexConcurrently('identity', 'session_of_provider', on))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY identity.session_of_provider');
  }
}
