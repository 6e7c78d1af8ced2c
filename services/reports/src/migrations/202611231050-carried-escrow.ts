import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a table with the sum that purged lines had added to each account's escrow, so that balances stay right. */
export class CarriedEscrow202611231050 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE reports.carried_escrow (
      county_id text NOT NULL,
      account_id text NOT NULL,
      escrow bigint NOT NULL,
      PRIMARY KEY (county_id, account_id))`);
    await db.query(sql.forceRowLevelSecurity('reports', 'carried_escrow'));
    await db.query(sql.grantTable('reports', 'carried_escrow', 'app', 'SELECT, INSERT, UPDATE'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE reports.carried_escrow');
  }
}
