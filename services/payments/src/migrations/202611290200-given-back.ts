import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'reconciled_transaction_given_back';
const on = 'reconciled_transaction (county_id, invoice) WHERE suspense_minor < 0';

/** Adds an index that finds, by invoice number, the refunds that gave back money from the suspense account. */
export class GivenBack202611290200 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const statement of sql.createIndexConcurrently('payments', name, on)) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX CONCURRENTLY IF EXISTS payments.${name}`);
  }
}
