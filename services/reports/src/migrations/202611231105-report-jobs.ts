import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A report that is written for a user, with the rights that the user had when requesting the report. */
const job = `CREATE TABLE reports.report_job (
  county_id text NOT NULL,
  id uuid NOT NULL,
  owner_id text NOT NULL,
  owner_role text NOT NULL,
  owner_account text,
  report text NOT NULL CHECK (report IN ('STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE')),
  format text NOT NULL CHECK (format IN ('PDF', 'XLSX')),
  criteria jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('WRITING', 'READY', 'FAILED')),
  lines integer NOT NULL,
  written integer NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  object_key text NOT NULL DEFAULT '',
  size bigint NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  lease_owner uuid,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (county_id, id))`;

export class ReportJobs202611231105 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(job);
    await db.query(
      `CREATE INDEX report_job_active ON reports.report_job (county_id, started_at) WHERE state IN ('WRITING')`,
    );
    await db.query('CREATE INDEX report_job_owner ON reports.report_job (county_id, owner_id, started_at)');
    await db.query('CREATE INDEX report_job_expired ON reports.report_job (county_id, expires_at)');
    await db.query(sql.forceRowLevelSecurity('reports', 'report_job', { worker: true }));
    await db.query(sql.grantTable('reports', 'report_job', 'app', 'SELECT, INSERT, UPDATE, DELETE'));
    await db.query(
      sql.grantTable('reports', 'report_job', 'worker', 'SELECT (county_id, state, lease_until)'),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE reports.report_job');
  }
}
