import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index that finds the unfinished runs of all counties. */
export class OpenRuns202611240121 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const on = 'task_run (county_id) WHERE ended_at IS NULL';
    for (const statement of sql.createIndexConcurrently('billing', 'task_run_open', on))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY billing.task_run_open');
  }
}
