import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'payments';

const CLOSED = `CREATE TABLE IF NOT EXISTS ${schema}.closed_account (
  county_id text NOT NULL,
  account_id uuid NOT NULL,
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (county_id, account_id))`;

/**
 * Every transaction that moves money of an account calls this function, which takes a shared lock until the transaction
 * ends; closing the account takes the same lock exclusively. Each statement of the function sees what was committed
 * while the function waited for the lock.
 */
const IS_OPEN = `CREATE OR REPLACE FUNCTION ${schema}.account_is_open(account uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('payments account ' || account, 0));
  RETURN NOT EXISTS (SELECT 1 FROM ${schema}.closed_account WHERE account_id = account);
END $$`;

const EXPECTED = 'payment_attempt (county_id, account_id) WHERE next_look_at IS NOT NULL';
/** Payment attempts that may still have to be credited, including those for which nobody expects a payment anymore. */
const UNSETTLED = `payment_attempt (county_id, account_id)
  WHERE state IN ('CREATED', 'TOKEN_ISSUED', 'CAPTURED', 'HELD_FOR_REVIEW', 'MISMATCH')`;

/**
 * Adds the table of closed accounts. When an account is closed, nothing is left to settle, and no entry can be posted
 * for it anymore.
 */
export class ClosedAccounts202611230800 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      CLOSED,
      sql.forceRowLevelSecurity(schema, 'closed_account'),
      sql.grantTable(schema, 'closed_account', 'app', 'SELECT, INSERT'),
      IS_OPEN,
    ])
      await db.query(statement);
    await this.replaceIndex(db, 'payment_attempt_unsettled', 'payment_attempt_expected', EXPECTED);
  }

  async down(db: QueryRunner): Promise<void> {
    await this.replaceIndex(db, 'payment_attempt_expected', 'payment_attempt_unsettled', UNSETTLED);
    await db.query(`DROP FUNCTION ${schema}.account_is_open(uuid)`);
    await db.query(`DROP TABLE ${schema}.closed_account`);
  }

  private async replaceIndex(db: QueryRunner, before: string, after: string, on: string): Promise<void> {
    for (const statement of sql.createIndexConcurrently(schema, after, on)) await db.query(statement);
    await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${before}`);
  }
}
