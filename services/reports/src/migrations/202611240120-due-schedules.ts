import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The worker role may read which counties have a scheduled report that is due. */
export class DueSchedules202611240120 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'CREATE POLICY worker ON reports.report_schedule FOR SELECT TO reports_worker USING (true)',
    );
    await db.query(sql.grantTable('reports', 'report_schedule', 'worker', 'SELECT (county_id, next_at)'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE SELECT (county_id, next_at) ON reports.report_schedule FROM reports_worker');
    await db.query('DROP POLICY worker ON reports.report_schedule');
  }
}
