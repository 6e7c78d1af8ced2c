import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `failures`: how often in a row a due report could not be begun. `retry_at`: when the next attempt follows; null
 * unless the last attempt failed.
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
