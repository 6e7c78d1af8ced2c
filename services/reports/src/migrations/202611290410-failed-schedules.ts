import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `failures`: the number of failed attempts in a row to begin a due report. `retry_at`: the time of the next attempt
 * after a failed one; otherwise null.
 */
export class FailedSchedules202611290410 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE reports.report_schedule ADD COLUMN failures integer NOT NULL DEFAULT 0, ADD COLUMN retry_at timestamptz',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE reports.report_schedule DROP COLUMN failures, DROP COLUMN retry_at');
  }
}
