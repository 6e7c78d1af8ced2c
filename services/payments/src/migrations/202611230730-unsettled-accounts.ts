import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = [
  [
    'payment_attempt_unsettled',
    `payment_attempt (county_id, account_id)
       WHERE state IN ('CREATED', 'TOKEN_ISSUED', 'CAPTURED', 'HELD_FOR_REVIEW', 'MISMATCH')`,
  ],
  ['download_order_unsettled', `download_order (county_id, account_id) WHERE state IN ('HELD', 'RENDERED')`],
  [
    'card_authorization_unsettled',
    `card_authorization (county_id, account_id) WHERE state IN ('AUTHORIZED', 'CLOSING')`,
  ],
] as const;

/**
 * Adds indexes that find the unfinished payments of an account. The identity service asks for these payments before it
 * deletes users.
 */
export class UnsettledAccounts202611230730 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, on] of indexes)
      for (const statement of sql.createIndexConcurrently('payments', name, on)) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name] of indexes) await db.query(`DROP INDEX CONCURRENTLY payments.${name}`);
  }
}
