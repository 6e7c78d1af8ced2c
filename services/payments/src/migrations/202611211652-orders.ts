import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The table of visits to the purchase windows. The id of a visit is the browser's guid. */
const imageStates = `
CREATE TABLE payments.image_state (
  id uuid PRIMARY KEY,
  county_id text NOT NULL,
  user_id text NOT NULL,
  session_id text,
  account_id uuid,
  state text NOT NULL CHECK (state IN ('PRICED', 'CONSUMED', 'CANCELLED', 'EXPIRED')),
  document_key text NOT NULL,
  page_selection_method text NOT NULL CHECK (page_selection_method IN ('ENTIRE_DOCUMENT', 'CSV_PAGES')),
  pages_selected text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE (county_id, id));
CREATE INDEX image_state_due ON payments.image_state (expires_at) WHERE state = 'PRICED'`;

/**
 * The table of orders. `pages` are delivered, and the account owns `granted_pages` once it has paid. `charge_minor` is
 * the price that was shown. `charged_minor` is the amount that was taken. It is less than the price if the account
 * bought some of the pages in another window in the meantime.
 */
const orders = `
CREATE TABLE payments.download_order (
  id uuid PRIMARY KEY,
  county_id text NOT NULL,
  image_state_id uuid NOT NULL,
  user_id text NOT NULL,
  username text NOT NULL,
  account_id uuid,
  state text NOT NULL CHECK (state IN ('PRICED', 'HELD', 'RENDERED', 'PAID', 'DELIVERED', 'VOIDED')),
  document_key text NOT NULL,
  document jsonb NOT NULL,
  document_version int NOT NULL,
  pages int[] NOT NULL CHECK (cardinality(pages) > 0),
  granted_pages int[] NOT NULL,
  already_purchased int[] NOT NULL,
  funding text NOT NULL CHECK (funding IN ('ESCROW', 'INVOICE', 'FLAT_FEE', 'CREDIT_CARD', 'FREE')),
  asset text NOT NULL CHECK (asset IN ('USD', 'IMG')),
  charge_method text NOT NULL CHECK (charge_method IN ('DOCUMENT', 'PAGE')),
  rates jsonb NOT NULL,
  tariff_version text NOT NULL,
  unlimited boolean NOT NULL DEFAULT false,
  charge_minor bigint NOT NULL CHECK (charge_minor >= 0),
  charged_minor bigint CHECK (charged_minor >= 0 AND charged_minor <= charge_minor),
  object_key text,
  object_sha256 text,
  object_size bigint,
  attempts smallint NOT NULL DEFAULT 0,
  lease_owner text,
  lease_until timestamptz,
  held_at timestamptz,
  closed_at timestamptz,
  failure text,
  correlation_id text NOT NULL,
  created_at timestamptz NOT NULL,
  FOREIGN KEY (county_id, image_state_id) REFERENCES payments.image_state (county_id, id));
CREATE UNIQUE INDEX download_order_live ON payments.download_order (image_state_id) WHERE state <> 'VOIDED';
CREATE INDEX download_order_due ON payments.download_order (lease_until) WHERE state IN ('HELD', 'RENDERED')`;

/**
 * The table of pages that accounts have bought. Each row is a single page, even if a whole document was bought; a
 * revoked page can be bought again (payments/DESIGN.md#buying-pages).
 */
const entitlements = `
CREATE TABLE payments.entitlement (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  county_id text NOT NULL,
  account_id uuid NOT NULL,
  doc_key text NOT NULL,
  doc_version int NOT NULL,
  page int NOT NULL CHECK (page >= 1),
  order_id uuid NOT NULL REFERENCES payments.download_order (id),
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  revoked_at timestamptz);
CREATE UNIQUE INDEX entitlement_active ON payments.entitlement (county_id, account_id, doc_key, page)
  WHERE revoked_at IS NULL;
CREATE INDEX entitlement_order ON payments.entitlement (order_id)`;

export class Orders202611211652 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [imageStates, orders, entitlements]) await db.query(statement);
    for (const table of ['image_state', 'download_order']) {
      await db.query(sql.forceRowLevelSecurity('payments', table, { worker: true }));
      await db.query(sql.grantTable('payments', table, 'app', 'SELECT, INSERT, UPDATE'));
    }
    // the worker only finds due rows; the work itself runs in a transaction of the row's county
    await db.query(
      sql.grantTable('payments', 'image_state', 'worker', 'SELECT (id, county_id, state, expires_at)'),
    );
    await db.query(
      sql.grantTable('payments', 'download_order', 'worker', 'SELECT (id, county_id, state, lease_until)'),
    );
    await db.query(sql.forceRowLevelSecurity('payments', 'entitlement'));
    await db.query(sql.grantTable('payments', 'entitlement', 'app', 'SELECT, INSERT'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.entitlement, payments.download_order, payments.image_state');
  }
}
