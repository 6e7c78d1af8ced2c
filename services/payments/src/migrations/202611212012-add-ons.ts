import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A visit to the flat-fee add-on windows; its id is the browser's guid. Option and price are fixed on confirmation. */
const addOns = `
CREATE TABLE payments.add_on (
  id uuid PRIMARY KEY,
  county_id text NOT NULL,
  account_id uuid NOT NULL,
  user_id text NOT NULL,
  session_id text,
  funding text NOT NULL CHECK (funding IN ('ESCROW', 'INVOICE')),
  state text NOT NULL CHECK (state IN ('OPEN', 'CONFIRMED', 'BOUGHT', 'CANCELLED')),
  images bigint CHECK (images > 0),
  cost_minor bigint CHECK (cost_minor >= 0),
  unlimited_until timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  CHECK (state NOT IN ('CONFIRMED', 'BOUGHT') OR (cost_minor IS NOT NULL AND (images IS NULL) <> (unlimited_until IS NULL))))`;

export class AddOns202611212012 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(addOns);
    await db.query(sql.forceRowLevelSecurity('payments', 'add_on'));
    await db.query(sql.grantTable('payments', 'add_on', 'app', 'SELECT, INSERT, UPDATE'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.add_on');
  }
}
