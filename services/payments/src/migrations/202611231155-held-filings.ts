import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index that finds, before an account is closed, the account's documents that wait for the office. */
export class HeldFilings202611231155 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const on = `filing_charge (county_id, account_id) WHERE state = 'HELD'`;
    for (const statement of sql.createIndexConcurrently('payments', 'filing_charge_held', on))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY payments.filing_charge_held');
  }
}
