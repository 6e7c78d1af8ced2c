import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'admin_config';

const SECTION_PLAN = `CREATE TABLE ${schema}.section_plan (
  county_id text NOT NULL REFERENCES ${schema}.county (id),
  id uuid NOT NULL,
  name text NOT NULL,
  changes jsonb NOT NULL,
  effective_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('PLANNED', 'DONE', 'WITHDRAWN', 'FAILED')),
  reason text NOT NULL,
  planned_by text NOT NULL,
  planned_by_id text NOT NULL,
  planned_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, id))`;

/** Adds the table of planned changes of fees, and columns for the reason that a person gives for a change. */
export class SectionPlans202611230100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    const statements = [
      SECTION_PLAN,
      `CREATE INDEX section_plan_due ON ${schema}.section_plan (effective_at) WHERE state = 'PLANNED'`,
      `CREATE INDEX section_plan_open ON ${schema}.section_plan (county_id, effective_at)
         WHERE state IN ('PLANNED', 'FAILED')`,
      sql.forceRowLevelSecurity(schema, 'section_plan', { worker: true }),
      // a plan never changes; only its state does
      sql.grantTable(schema, 'section_plan', 'app', 'SELECT, INSERT, UPDATE (state)'),
      sql.grantTable(schema, 'section_plan', 'worker', 'SELECT (county_id, effective_at, state)'),
      ...['section', 'section_version'].map(
        (table) => `ALTER TABLE ${schema}.${table} ADD COLUMN reason text NOT NULL DEFAULT ''`,
      ),
    ];
    for (const statement of statements) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['section', 'section_version'])
      await db.query(`ALTER TABLE ${schema}.${table} DROP COLUMN reason`);
    await db.query(`DROP TABLE ${schema}.section_plan`);
  }
}
