import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes that find the due card work of a county. Work is claimed by county, so that the county with the oldest work
 * does not block all others.
 */
const indexes = [
  [
    'payment_attempt_waiting',
    'payment_attempt (county_id, next_look_at) WHERE next_look_at IS NOT NULL',
    'payment_attempt_due',
  ],
  [
    'webhook_inbox_waiting',
    'webhook_inbox (county_id, next_try_at) WHERE next_try_at IS NOT NULL',
    'webhook_inbox_due',
  ],
  [
    'card_authorization_waiting',
    `card_authorization (county_id, next_try_at) WHERE state IN ('AUTHORIZED', 'CLOSING')`,
    'card_authorization_due',
  ],
] as const;

export class CardWorkByCounty202611230050 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, on, before] of indexes) {
      for (const statement of sql.createIndexConcurrently('payments', name, on)) await db.query(statement);
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS payments.${before}`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name, on, before] of indexes) {
      const earlier = on.replace('(county_id, ', '(');
      for (const statement of sql.createIndexConcurrently('payments', before, earlier))
        await db.query(statement);
      await db.query(`DROP INDEX CONCURRENTLY payments.${name}`);
    }
  }
}
