import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const read = 'SELECT (county_id, state, finding_class)';

/**
 * Lets the worker count the open findings of all counties for a metric. The worker can read only the county, state and
 * class of a finding.
 */
export class CountFindings202611280130 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE POLICY worker ON payments.reconciled_transaction FOR SELECT TO payments_worker USING (state = 'OPEN')`,
    );
    await db.query(sql.grantTable('payments', 'reconciled_transaction', 'worker', read));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`REVOKE ${read} ON payments.reconciled_transaction FROM payments_worker`);
    await db.query('DROP POLICY worker ON payments.reconciled_transaction');
  }
}
