import { sql } from '@portal/infra/db';
import { outboxRepairTables, outboxTables } from '@portal/infra/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schedule = `
CREATE TABLE billing.county_schedule (
  county_id text PRIMARY KEY,
  looked_through timestamptz,
  looked_at timestamptz,
  last_ran timestamptz)`;

/** The table of runs. A month of a county's schedule starts only one run, however many processes there are. */
const runs = `
CREATE TABLE billing.task_run (
  county_id text NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('SCHEDULED', 'ASKED')),
  period text CHECK (period ~ '^[0-9]{4}-[0-9]{2}$'),
  asked_by text NOT NULL,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (county_id, id),
  CONSTRAINT task_run_scheduled CHECK ((kind = 'SCHEDULED') = (period IS NOT NULL)));
CREATE UNIQUE INDEX task_run_period ON billing.task_run (county_id, period) WHERE kind = 'SCHEDULED';
CREATE UNIQUE INDEX task_run_asked ON billing.task_run (county_id) WHERE kind = 'ASKED' AND ended_at IS NULL;
CREATE INDEX task_run_began ON billing.task_run (county_id, began_at)`;

const accounts = `
CREATE TABLE billing.billed_account (
  county_id text NOT NULL,
  account_id uuid NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('A', 'I')),
  account_type text NOT NULL,
  payment_method text NOT NULL,
  monthly_fee integer NOT NULL,
  flat_fee_rate_level smallint NOT NULL,
  last_tasks date NOT NULL,
  last_tasks_at timestamptz NOT NULL,
  told_last_tasks date,
  last_billed timestamptz,
  last_image_renewal timestamptz,
  needs_billing boolean NOT NULL DEFAULT false,
  needs_image_renewal boolean NOT NULL DEFAULT false,
  looked_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, account_id));
CREATE TABLE billing.account_to_look_at (
  county_id text NOT NULL,
  account_id uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, account_id))`;

/**
 * The table of months; a row is one month of one task of one account. The primary key keeps a month from being charged
 * twice (B2, I9).
 */
const periods = `
CREATE TABLE billing.billing_period (
  county_id text NOT NULL,
  account_id uuid NOT NULL,
  task text NOT NULL CHECK (task IN ('MONTHLY_FEE', 'IMAGE_RENEWAL')),
  period text NOT NULL CHECK (period ~ '^[0-9]{4}-[0-9]{2}$'),
  due_at timestamptz NOT NULL,
  due_on date NOT NULL,
  state text NOT NULL CHECK (state IN ('DUE', 'CHARGING', 'DONE', 'SKIPPED_MANUAL', 'NEEDS_FUNDS', 'NEEDS_REVIEW')),
  rate jsonb NOT NULL,
  reason text CHECK (reason IN ('PAYS_BY_CARD', 'MONTHS_MISSED')),
  attempts integer NOT NULL DEFAULT 0,
  tried_at timestamptz,
  lease_until timestamptz,
  next_try_at timestamptz,
  funds_told_at timestamptz,
  settled_at timestamptz,
  run_id uuid,
  PRIMARY KEY (county_id, account_id, task, period),
  CONSTRAINT billing_period_review CHECK ((state = 'NEEDS_REVIEW') = (reason IS NOT NULL)),
  CONSTRAINT billing_period_lease CHECK ((state = 'CHARGING') = (lease_until IS NOT NULL)),
  CONSTRAINT billing_period_settled CHECK ((state IN ('DONE', 'SKIPPED_MANUAL')) = (settled_at IS NOT NULL)));
CREATE INDEX billing_period_open ON billing.billing_period (county_id, state, period, account_id)
  WHERE state NOT IN ('DONE', 'SKIPPED_MANUAL');
CREATE INDEX billing_period_run ON billing.billing_period (county_id, run_id, state, account_id) WHERE run_id IS NOT NULL`;

/**
 * Adds the tables of the monthly tasks of accounts: schedules, runs, copies of the accounts of the identity service,
 * and the months of these accounts.
 */
export class Billing202611230730 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [schedule, runs, accounts, periods]) await db.query(statement);
    const may = {
      county_schedule: 'SELECT, INSERT, UPDATE',
      task_run: 'SELECT, INSERT, UPDATE',
      billed_account: 'SELECT, INSERT, UPDATE',
      account_to_look_at: 'SELECT, INSERT, UPDATE, DELETE',
      billing_period: 'SELECT, INSERT, UPDATE',
    };
    for (const [table, privileges] of Object.entries(may)) {
      await db.query(sql.forceRowLevelSecurity('billing', table));
      await db.query(sql.grantTable('billing', table, 'app', privileges));
    }
    for (const statement of outboxTables('billing')) await db.query(statement);
    for (const statement of outboxRepairTables('billing')) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `DROP TABLE billing.billing_period, billing.account_to_look_at, billing.billed_account, billing.task_run,
         billing.county_schedule`,
    );
  }
}
