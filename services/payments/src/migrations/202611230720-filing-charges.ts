import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const kinds = `'escrow', 'images', 'ar_invoice', 'card_receivable', 'cash_clearing', 'bank', 'revenue_images',
  'revenue_search', 'revenue_efile', 'revenue_monthly', 'revenue_bundle', 'revenue_surcharge', 'images_issued',
  'images_used', 'suspense', 'chargeback', 'opening_balance', 'office_money', 'office_corrections'`;

/**
 * Returns statements that replace the allowed kinds of ledger accounts. They do not block postings, because a separate
 * statement validates the existing rows.
 */
const allow = (allowed: string): string[] => [
  'ALTER TABLE payments.ledger_account DROP CONSTRAINT IF EXISTS ledger_account_kind_check',
  `ALTER TABLE payments.ledger_account ADD CONSTRAINT ledger_account_kind_check CHECK (kind IN (${allowed})) NOT VALID`,
  'ALTER TABLE payments.ledger_account VALIDATE CONSTRAINT ledger_account_kind_check',
];

/**
 * The fee of an e-filed document. The amount is fixed before the payment. If the fee is paid by card, `attempt_id`
 * names the only payment attempt that pays for the document.
 */
const charges = `
CREATE TABLE payments.filing_charge (
  county_id text NOT NULL,
  id uuid NOT NULL,
  user_id text NOT NULL,
  account_id uuid,
  session_id text,
  funding text NOT NULL CHECK (funding IN ('ESCROW', 'INVOICE', 'CREDIT_CARD', 'FREE')),
  efile_type text NOT NULL,
  pages integer NOT NULL CHECK (pages > 0),
  first_minor bigint NOT NULL CHECK (first_minor >= 0),
  additional_minor bigint NOT NULL CHECK (additional_minor >= 0),
  surcharge_minor bigint NOT NULL CHECK (surcharge_minor >= 0),
  total_minor bigint NOT NULL,
  charge_when text NOT NULL CHECK (charge_when IN ('RECORDED', 'SUBMITTED')),
  state text NOT NULL CHECK (state IN ('PRICED', 'HELD', 'TAKEN', 'RELEASED')),
  was_taken boolean NOT NULL DEFAULT false,
  attempt_id uuid,
  correlation_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, id),
  CONSTRAINT filing_charge_attempt UNIQUE (county_id, attempt_id),
  CONSTRAINT filing_charge_sum CHECK (total_minor = first_minor + additional_minor + surcharge_minor),
  CONSTRAINT filing_charge_free CHECK (funding <> 'FREE' OR total_minor = 0),
  CONSTRAINT filing_charge_payer CHECK (funding NOT IN ('ESCROW', 'INVOICE') OR account_id IS NOT NULL),
  CONSTRAINT filing_charge_card CHECK (funding = 'CREDIT_CARD' OR attempt_id IS NULL),
  CONSTRAINT filing_charge_paid CHECK (funding <> 'CREDIT_CARD' OR total_minor = 0 OR state NOT IN ('HELD', 'TAKEN')
    OR attempt_id IS NOT NULL));
CREATE INDEX filing_charge_session ON payments.filing_charge (county_id, user_id, created_at) WHERE state = 'PRICED'`;

/**
 * The table of card payments that have to be given back. A row is written before the provider is asked; `next_try_at`
 * is null when nothing is left to do.
 */
const refunds = `
CREATE TABLE payments.filing_refund (
  county_id text NOT NULL,
  attempt_id uuid NOT NULL,
  filing_id uuid NOT NULL,
  merchant_ref text NOT NULL,
  transaction_id text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  ref_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('DUE', 'DONE', 'FAILED')),
  means text CHECK (means IN ('VOID', 'REFUND')),
  refusals integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (county_id, attempt_id),
  CHECK ((state = 'DUE') = (next_try_at IS NOT NULL)));
CREATE INDEX filing_refund_waiting ON payments.filing_refund (county_id, next_try_at) WHERE next_try_at IS NOT NULL`;

/** Adds the tables of the fees of e-filed documents, and of card payments for such fees that have to be refunded. */
export class FilingCharges202611230720 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of allow(`${kinds}, 'efile_received'`)) await db.query(statement);
    for (const statement of [charges, refunds]) await db.query(statement);
    await db.query(sql.forceRowLevelSecurity('payments', 'filing_charge'));
    await db.query(sql.forceRowLevelSecurity('payments', 'filing_refund', { worker: true }));
    for (const table of ['filing_charge', 'filing_refund'])
      await db.query(sql.grantTable('payments', table, 'app', 'SELECT, INSERT, UPDATE'));
    // the worker role needs only the columns that tell which rows are due
    await db.query(sql.grantTable('payments', 'filing_refund', 'worker', 'SELECT (county_id, next_try_at)'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.filing_refund, payments.filing_charge');
    for (const statement of allow(kinds)) await db.query(statement);
  }
}
