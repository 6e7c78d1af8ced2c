import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The table of the daily files of postings (payments/DESIGN.md#postings-for-landlink). A row is inserted when its day
 * is closed; the last columns are set when the object is stored. `debit_minor` is 0 or below zero.
 */
const files = `
CREATE TABLE payments.landlink_file (
  county_id text NOT NULL,
  day date NOT NULL,
  closed_at timestamptz NOT NULL,
  line_count integer NOT NULL DEFAULT 0,
  late_count integer NOT NULL DEFAULT 0,
  credit_minor bigint NOT NULL DEFAULT 0,
  debit_minor bigint NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL,
  object_key text,
  size_bytes integer,
  sha256 text,
  written_at timestamptz,
  PRIMARY KEY (county_id, day),
  CONSTRAINT landlink_file_written CHECK ((written_at IS NULL) = (object_key IS NULL)
    AND (written_at IS NULL) = (size_bytes IS NULL) AND (written_at IS NULL) = (sha256 IS NULL)));
CREATE INDEX landlink_file_waiting ON payments.landlink_file (county_id, day) WHERE written_at IS NULL`;

/**
 * The table of postings that were considered when a day was closed; a posting with a place (`seq`) is in the file of
 * the day. The primary key keeps a posting out of a second file. The index of places begins with the day, so that
 * PostgreSQL does not use it to look up a posting. If it began with the county, a plan that is made while the table is
 * empty could use it instead of the primary key, because both cost the same on an empty table.
 */
const lines = `
CREATE TABLE payments.landlink_line (
  county_id text NOT NULL,
  entry_id uuid NOT NULL,
  line_no smallint NOT NULL,
  day date NOT NULL,
  seq integer,
  kind text NOT NULL,
  paid_from text NOT NULL CHECK (paid_from IN ('ESCROW', 'INVOICE', 'CREDIT_CARD')),
  land_link_account text NOT NULL,
  account_name text NOT NULL,
  fee_code text NOT NULL,
  charge_code text NOT NULL,
  transaction_id text NOT NULL,
  PRIMARY KEY (county_id, entry_id, line_no),
  CONSTRAINT landlink_line_place UNIQUE (day, county_id, seq),
  FOREIGN KEY (county_id, day) REFERENCES payments.landlink_file (county_id, day),
  FOREIGN KEY (entry_id, line_no) REFERENCES payments.posting (entry_id, line_no))`;

export class LandLink202611280140 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [files, lines]) await db.query(statement);
    for (const table of ['landlink_file', 'landlink_line']) {
      await db.query(sql.forceRowLevelSecurity('payments', table));
      await db.query(sql.grantTable('payments', table, 'app', 'SELECT, INSERT'));
    }
    const changed = [
      ...['line_count', 'late_count', 'credit_minor', 'debit_minor'],
      ...['lease_until', 'object_key', 'size_bytes', 'sha256', 'written_at'],
    ];
    await db.query(sql.grantTable('payments', 'landlink_file', 'app', `UPDATE (${changed.join(', ')})`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.landlink_line, payments.landlink_file');
  }
}
