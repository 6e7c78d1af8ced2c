import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the scheduled reports that are due, of all counties. */
export class NextSchedules202611240121 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const on = 'report_schedule (next_at)';
    for (const statement of sql.createIndexConcurrently('reports', 'report_schedule_next', on))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY reports.report_schedule_next');
  }
}
