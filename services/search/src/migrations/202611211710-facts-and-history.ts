import { sql } from '@portal/infra/db';
import { outboxTables } from '@portal/infra/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outbox and inbox, and the last searches of each user. */
export class FactsAndHistory202611211710 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of outboxTables('search')) await db.query(statement);
    await db.query(`CREATE TABLE search.search_history (
      county_id text NOT NULL, user_id text NOT NULL, digest text NOT NULL, type text NOT NULL, criteria json NOT NULL,
      page_number int NOT NULL, sort_key text NOT NULL, sort_direction text NOT NULL, searched_at timestamptz NOT NULL,
      PRIMARY KEY (county_id, user_id, digest))`);
    await db.query(sql.forceRowLevelSecurity('search', 'search_history'));
    await db.query(sql.grantTable('search', 'search_history', 'app', 'SELECT, INSERT, UPDATE, DELETE'));
  }

  async down(db: QueryRunner): Promise<void> {
    const tables = ['search_history', 'dead_event', 'inbox', 'outbox_sequence', 'outbox'];
    for (const table of tables) await db.query(`DROP TABLE search.${table}`);
  }
}
