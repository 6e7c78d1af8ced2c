import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'payment_attempt_filing';

/** Adds an index that finds the card payments of an e-filed document. */
export class FilingAttempts202611230910 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const on = `payment_attempt (county_id, subject_id) WHERE purpose = 'EFILE'`;
    for (const statement of sql.createIndexConcurrently('payments', NAME, on)) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX CONCURRENTLY payments.${NAME}`);
  }
}
