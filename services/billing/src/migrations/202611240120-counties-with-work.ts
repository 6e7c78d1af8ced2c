import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns that the worker role may read to find the counties with monthly tasks to work on. */
const may = {
  task_run: 'county_id, ended_at',
  account_to_look_at: 'county_id',
  billing_period: 'county_id, state, next_try_at',
};

export class CountiesWithWork202611240120 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(may)) {
      await db.query(`CREATE POLICY worker ON billing.${table} FOR SELECT TO billing_worker USING (true)`);
      await db.query(sql.grantTable('billing', table, 'worker', `SELECT (${columns})`));
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(may)) {
      await db.query(`REVOKE SELECT (${columns}) ON billing.${table} FROM billing_worker`);
      await db.query(`DROP POLICY worker ON billing.${table}`);
    }
  }
}
