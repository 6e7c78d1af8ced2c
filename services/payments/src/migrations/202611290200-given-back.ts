import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'reconciled_transaction_given_back';
const on = 'reconciled_transaction (county_id, invoice) WHERE suspense_minor < 0';

/** An index that finds what was given back of the payments with an invoice number. */
export class GivenBack202611290200 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const statement of sql.createIndexConcurrently('payments', name, on)) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX CONCURRENTLY IF EXISTS payments.${name}`);
  }
}
