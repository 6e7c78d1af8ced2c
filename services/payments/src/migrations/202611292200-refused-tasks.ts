import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The claims of monthly tasks whose charge was refused, so that a copy of the command that arrives later is refused
 * too. The rows are removed a day after `not_after`, so the primary key begins with the columns that find them.
 */
const refused = `
CREATE TABLE payments.refused_task (
  county_id text NOT NULL,
  not_after timestamptz NOT NULL,
  account_id uuid NOT NULL,
  task text NOT NULL,
  period text NOT NULL,
  PRIMARY KEY (county_id, not_after, account_id, task, period))`;

export class RefusedTasks202611292200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(refused);
    await db.query(sql.forceRowLevelSecurity('payments', 'refused_task'));
    await db.query(sql.grantTable('payments', 'refused_task', 'app', 'SELECT, INSERT, DELETE'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.refused_task');
  }
}
