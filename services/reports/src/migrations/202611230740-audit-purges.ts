import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACTIVE = `('CHECKING', 'ARCHIVING', 'DELETING', 'FINISHING')`;

const CHECKPOINT = `CREATE TABLE reports.audit_checkpoint (
  county_id text NOT NULL,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  first bigint NOT NULL,
  archive_key text NOT NULL,
  archive_hash text NOT NULL CHECK (archive_hash ~ '^[0-9a-f]{64}$'),
  cut_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, seq),
  CHECK (first >= 1 AND first <= seq))`;

const PURGE = `CREATE TABLE reports.audit_purge (
  county_id text NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('CHECKING', 'CHECKED', 'ARCHIVING', 'DELETING', 'FINISHING', 'DONE', 'STOPPED')),
  dry_run boolean NOT NULL,
  automatic boolean NOT NULL,
  actor text NOT NULL,
  before date NOT NULL,
  older_than timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  first bigint NOT NULL,
  found integer NOT NULL DEFAULT 0,
  deleted integer NOT NULL DEFAULT 0,
  oldest timestamptz,
  newest timestamptz,
  archive_hash text NOT NULL DEFAULT '',
  lease_owner uuid,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (county_id, id));
CREATE UNIQUE INDEX audit_purge_active ON reports.audit_purge (county_id) WHERE state IN ${ACTIVE};
CREATE INDEX audit_purge_checked ON reports.audit_purge (county_id) WHERE state = 'CHECKED';
CREATE INDEX audit_purge_newest ON reports.audit_purge (county_id, started_at)`;

const SCHEDULE = `CREATE TABLE reports.audit_purge_schedule (
  county_id text PRIMARY KEY,
  next_at timestamptz NOT NULL)`;

/**
 * The only function with which the service can delete rows of the log. It deletes the rows up to the newest checkpoint
 * if the checkpoint matches the chain. It never deletes a row of the last 59 days: a purge keeps at least sixty
 * calendar days, but the last of these days, today, may have just begun.
 */
const FUNCTION = `CREATE FUNCTION reports.purge_audit_log() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = reports, pg_temp AS $$
DECLARE
  county text := current_setting('app.county_id');
  cut reports.audit_checkpoint;
  gone bigint;
BEGIN
  SELECT * INTO STRICT cut FROM reports.audit_checkpoint WHERE county_id = county ORDER BY seq DESC LIMIT 1;
  IF NOT EXISTS (SELECT FROM reports.audit_log WHERE county_id = county AND seq = cut.seq AND hash = cut.hash) THEN
    RAISE EXCEPTION 'the checkpoint % does not fit the audit log', cut.seq;
  END IF;
  IF EXISTS (SELECT FROM reports.audit_log
              WHERE county_id = county AND seq BETWEEN cut.first AND cut.seq AND at >= now() - interval '59 days') THEN
    RAISE EXCEPTION 'records before % are too young to be purged', cut.seq;
  END IF;
  DELETE FROM reports.audit_log WHERE county_id = county AND seq BETWEEN cut.first AND cut.seq;
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$`;

/** Lets purges archive and then delete old rows of the audit log. The chain can still be verified afterward (S31). */
export class AuditPurges202611230740 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      ...[CHECKPOINT, PURGE, SCHEDULE, FUNCTION],
      'REVOKE ALL ON FUNCTION reports.purge_audit_log() FROM PUBLIC',
      'GRANT EXECUTE ON FUNCTION reports.purge_audit_log() TO reports_app',
      sql.forceRowLevelSecurity('reports', 'audit_checkpoint'),
      sql.forceRowLevelSecurity('reports', 'audit_purge', { worker: true }),
      sql.forceRowLevelSecurity('reports', 'audit_purge_schedule'),
      sql.grantTable('reports', 'audit_checkpoint', 'app', 'SELECT, INSERT'),
      sql.grantTable('reports', 'audit_purge', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      sql.grantTable('reports', 'audit_purge_schedule', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      sql.grantTable('reports', 'audit_purge', 'worker', 'SELECT (county_id, state, lease_until)'),
    ])
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION reports.purge_audit_log()');
    await db.query('DROP TABLE reports.audit_purge_schedule, reports.audit_purge, reports.audit_checkpoint');
  }
}
