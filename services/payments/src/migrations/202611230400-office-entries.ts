import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const kinds = `'escrow', 'images', 'ar_invoice', 'card_receivable', 'cash_clearing', 'bank', 'revenue_images',
  'revenue_search', 'revenue_efile', 'revenue_monthly', 'revenue_bundle', 'revenue_surcharge', 'images_issued',
  'images_used', 'suspense', 'chargeback', 'opening_balance'`;

/**
 * Returns statements that replace the list of allowed kinds of ledger accounts. The statements do not block postings,
 * because the existing rows are validated by a statement of their own.
 */
const allow = (allowed: string): string[] => [
  'ALTER TABLE payments.ledger_account DROP CONSTRAINT IF EXISTS ledger_account_kind_check',
  `ALTER TABLE payments.ledger_account ADD CONSTRAINT ledger_account_kind_check CHECK (kind IN (${allowed})) NOT VALID`,
  'ALTER TABLE payments.ledger_account VALIDATE CONSTRAINT ledger_account_kind_check',
];

/**
 * The table of entries that clerks make at the counter. The last three checks keep a single person from posting a
 * correction above the limit, even if the code is wrong.
 */
const entries = `
CREATE TABLE payments.office_entry (
  county_id text NOT NULL,
  id uuid NOT NULL,
  request_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PAYMENT', 'REFUND', 'CORRECTION')),
  means text CHECK (means IN ('CHECK', 'CASH', 'TRANSFER')),
  amount_minor bigint NOT NULL,
  number text NOT NULL,
  note text NOT NULL,
  book text NOT NULL CHECK (book IN ('ESCROW', 'INVOICE')),
  state text NOT NULL CHECK (state IN ('WAITING', 'POSTED', 'REFUSED')),
  limit_minor bigint NOT NULL CHECK (limit_minor >= 0),
  entered_by text NOT NULL,
  entered_at timestamptz NOT NULL,
  decided_by text,
  decided_at timestamptz,
  decision_note text NOT NULL DEFAULT '',
  PRIMARY KEY (county_id, id),
  CONSTRAINT office_entry_sign CHECK (CASE kind WHEN 'PAYMENT' THEN amount_minor > 0 WHEN 'REFUND' THEN amount_minor < 0
    ELSE amount_minor <> 0 END),
  CONSTRAINT office_entry_means CHECK ((kind = 'CORRECTION') = (means IS NULL)),
  CONSTRAINT office_entry_reason CHECK (kind <> 'CORRECTION' OR note <> ''),
  CONSTRAINT office_entry_decided CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT office_entry_waits CHECK (state <> 'WAITING' OR (kind = 'CORRECTION' AND decided_by IS NULL)),
  CONSTRAINT office_entry_refused CHECK (state <> 'REFUSED' OR decided_by IS NOT NULL),
  CONSTRAINT office_entry_second_person CHECK (state <> 'POSTED' OR decided_by IS DISTINCT FROM entered_by),
  CONSTRAINT office_entry_limit CHECK (state <> 'POSTED' OR kind <> 'CORRECTION' OR abs(amount_minor) <= limit_minor
    OR decided_by IS NOT NULL));
CREATE INDEX office_entry_account ON payments.office_entry (county_id, account_id, entered_at, id);
CREATE INDEX office_entry_waiting ON payments.office_entry (county_id, entered_at, id) WHERE state = 'WAITING'`;

export class OfficeEntries202611230400 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of allow(`${kinds}, 'office_money', 'office_corrections'`))
      await db.query(statement);
    await db.query(entries);
    await db.query(sql.forceRowLevelSecurity('payments', 'office_entry'));
    await db.query(sql.grantTable('payments', 'office_entry', 'app', 'SELECT, INSERT'));
    await db.query(
      sql.grantTable(
        'payments',
        'office_entry',
        'app',
        'UPDATE (state, decided_by, decided_at, decision_note)',
      ),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.office_entry');
    for (const statement of allow(kinds)) await db.query(statement);
  }
}
