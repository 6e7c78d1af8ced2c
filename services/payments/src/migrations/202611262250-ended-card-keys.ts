import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const deeds = (names: string): string[] => [
  'ALTER TABLE payments.card_merchant_change DROP CONSTRAINT IF EXISTS card_merchant_change_deed_check',
  `ALTER TABLE payments.card_merchant_change
     ADD CONSTRAINT card_merchant_change_deed_check CHECK (deed IN (${names})) NOT VALID`,
];

/**
 * Lets the worker role find the counties where a request to change to another merchant expired before anybody decided
 * about it, so that the keys in the request are deleted. The role cannot read the keys.
 */
export class EndedCardKeys202611262250 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      ...deeds(`'CHANGED', 'ASKED', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'ENDED'`),
      'CREATE POLICY worker ON payments.card_merchant_request FOR SELECT TO payments_worker USING (true)',
      sql.grantTable('payments', 'card_merchant_request', 'worker', 'SELECT (county_id, state, ends_at)'),
    ])
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    const read = 'SELECT (county_id, state, ends_at)';
    await db.query(`REVOKE ${read} ON payments.card_merchant_request FROM payments_worker`);
    await db.query('DROP POLICY worker ON payments.card_merchant_request');
    await db.query(`DELETE FROM payments.card_merchant_change WHERE deed = 'ENDED'`);
    for (const statement of deeds(`'CHANGED', 'ASKED', 'APPROVED', 'REFUSED', 'WITHDRAWN'`))
      await db.query(statement);
  }
}
