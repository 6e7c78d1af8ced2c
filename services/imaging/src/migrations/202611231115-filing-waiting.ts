import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = 'filing (county_id, submitted_at, id)';
const waiting = `WHERE state IN ('SUBMITTED', 'IN_REVIEW', 'RECORDING', 'REJECTING', 'WITHDRAWING')`;

/** Index in the order of the office's queue, including filings whose fee is being settled. */
export class FilingWaiting202611231115 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const statement of sql.createIndexConcurrently('imaging', 'filing_waiting', `${columns} ${waiting}`))
      await db.query(statement);
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS imaging.filing_queue');
  }

  async down(db: QueryRunner): Promise<void> {
    const before = `${columns} WHERE state IN ('SUBMITTED', 'IN_REVIEW')`;
    for (const statement of sql.createIndexConcurrently('imaging', 'filing_queue', before))
      await db.query(statement);
    await db.query('DROP INDEX CONCURRENTLY imaging.filing_waiting');
  }
}
