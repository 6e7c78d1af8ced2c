import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a table that says which process may read the land system's answers in a county's folder, and until when. */
export class ExchangeTurns202611272230 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE TABLE imaging.exchange_turn (
         county_id text PRIMARY KEY,
         lease_owner uuid NOT NULL,
         lease_until timestamptz NOT NULL)`,
    );
    await db.query(sql.forceRowLevelSecurity('imaging', 'exchange_turn'));
    await db.query(sql.grantTable('imaging', 'exchange_turn', 'app', 'SELECT, INSERT, UPDATE'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE imaging.exchange_turn');
  }
}
