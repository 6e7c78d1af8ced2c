import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index that finds the scheduled reports of all counties that are due. */
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
