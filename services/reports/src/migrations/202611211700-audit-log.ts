import { sql } from '@portal/infra/db';
import { outboxTables } from '@portal/infra/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `hash` covers the row and `prev_hash`, so a changed or missing row breaks the chain (SECURITY.md#audit-log). */
const auditLog = `
CREATE TABLE reports.audit_log (
  county_id text NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  event_id uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  object text NOT NULL,
  before_hash text NOT NULL,
  after_hash text NOT NULL,
  ip_trunc text NOT NULL,
  correlation_id text NOT NULL,
  detail text NOT NULL,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (county_id, seq));
CREATE INDEX audit_log_object ON reports.audit_log (county_id, object, seq)`;

/** The newest row of each county; its lock keeps two inserts from forking the chain. */
const chainHead = `
CREATE TABLE reports.chain_head (
  county_id text PRIMARY KEY,
  seq bigint NOT NULL,
  hash bytea NOT NULL)`;

/** The audit log: the service can add rows but not change or remove them (S30). */
export class AuditLog202611211700 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(auditLog);
    await db.query(sql.forceRowLevelSecurity('reports', 'audit_log'));
    await db.query(sql.grantTable('reports', 'audit_log', 'app', 'SELECT, INSERT'));
    await db.query(chainHead);
    await db.query(sql.forceRowLevelSecurity('reports', 'chain_head', { worker: true }));
    await db.query(sql.grantTable('reports', 'chain_head', 'app', 'SELECT, INSERT, UPDATE'));
    await db.query(sql.grantTable('reports', 'chain_head', 'worker', 'SELECT'));
    for (const statement of outboxTables('reports')) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE reports.audit_log, reports.chain_head');
  }
}
