import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const HELD = `filing_charge (county_id, account_id) WHERE state = 'HELD'`;
const WITH_OFFICE = `filing_charge (county_id, account_id)
  WHERE (state = 'HELD' OR (state = 'TAKEN' AND decided_at IS NULL) OR (state = 'PRICED' AND attempt_id IS NOT NULL))`;

const GOES_BACK = 'filing_refund (county_id, account_id) WHERE next_try_at IS NOT NULL';

/**
 * Adds indexes for the checks before an account is closed. The indexes find fees that the office has yet to take or
 * give back, and card payments that are being refunded.
 */
export class FilingsWithOffice202611231741 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.filing_charge VALIDATE CONSTRAINT filing_charge_decided');
    await this.replaceIndex(db, 'filing_charge_held', 'filing_charge_with_office', WITH_OFFICE);
    for (const statement of sql.createIndexConcurrently('payments', 'filing_refund_account', GOES_BACK))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY payments.filing_refund_account');
    await this.replaceIndex(db, 'filing_charge_with_office', 'filing_charge_held', HELD);
  }

  private async replaceIndex(db: QueryRunner, before: string, after: string, on: string): Promise<void> {
    for (const statement of sql.createIndexConcurrently('payments', after, on)) await db.query(statement);
    await db.query(`DROP INDEX CONCURRENTLY IF EXISTS payments.${before}`);
  }
}
