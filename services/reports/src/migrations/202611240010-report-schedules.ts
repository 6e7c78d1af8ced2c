import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A report that a member of staff gets each day, week or month; `next_at` is the next time at which the report is due.
 */
const schedule = `CREATE TABLE reports.report_schedule (
  county_id text NOT NULL,
  id uuid NOT NULL,
  owner_id text NOT NULL,
  owner_role text NOT NULL,
  report text NOT NULL CHECK (report IN ('STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE')),
  format text NOT NULL CHECK (format IN ('PDF', 'XLSX')),
  criteria jsonb NOT NULL,
  interval text NOT NULL CHECK (interval IN ('DAILY', 'WEEKLY', 'MONTHLY')),
  day smallint NOT NULL CHECK (day BETWEEN 1 AND 28),
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  next_at timestamptz NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, id))`;

export class ReportSchedules202611240010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(schedule);
    await db.query('CREATE INDEX report_schedule_due ON reports.report_schedule (county_id, next_at)');
    await db.query('CREATE INDEX report_schedule_owner ON reports.report_schedule (county_id, owner_id)');
    await db.query(sql.forceRowLevelSecurity('reports', 'report_schedule'));
    await db.query(sql.grantTable('reports', 'report_schedule', 'app', 'SELECT, INSERT, UPDATE, DELETE'));
    // null if a user requested the report
    await db.query('ALTER TABLE reports.report_job ADD COLUMN schedule uuid');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE reports.report_job DROP COLUMN schedule');
    await db.query('DROP TABLE reports.report_schedule');
  }
}
