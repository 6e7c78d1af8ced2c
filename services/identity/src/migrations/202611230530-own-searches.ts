import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'account_own_searches';

/**
 * Adds an index of the few accounts that have their own choice of searches. The button "Save and Update" on the
 * page "Search 1" removes these choices.
 */
export class OwnSearches202611230530 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const on = 'account (county_id, id) WHERE search_list IS NOT NULL';
    for (const statement of sql.createIndexConcurrently('identity', name, on)) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX CONCURRENTLY identity.${name}`);
  }
}
