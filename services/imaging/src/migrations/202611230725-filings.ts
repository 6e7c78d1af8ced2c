import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'imaging';

/** Documents that people send to the office. The file itself is in the object store, byte for byte as it came. */
const filings = `
CREATE TABLE filing (
  county_id text NOT NULL,
  id uuid NOT NULL,
  number bigint,
  state text NOT NULL CHECK (state IN ('UPLOADED', 'PRICED', 'SUBMITTING', 'SUBMITTED', 'IN_REVIEW', 'RECORDING',
    'RECORDED', 'REJECTING', 'REJECTED', 'WITHDRAWING', 'WITHDRAWN')),
  user_id text NOT NULL,
  account_id uuid,
  username text NOT NULL,
  language text NOT NULL,
  efile_type text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  address1 text NOT NULL,
  address2 text NOT NULL,
  city text NOT NULL,
  state_code text NOT NULL,
  zip text NOT NULL,
  agreed_to text NOT NULL DEFAULT '',
  corrects uuid,
  file_name text NOT NULL,
  object_key text NOT NULL,
  content_type text NOT NULL CHECK (content_type IN ('application/pdf', 'image/tiff')),
  size bigint NOT NULL CHECK (size > 0),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  pages integer NOT NULL CHECK (pages > 0),
  low_resolution jsonb NOT NULL,
  charges jsonb,
  uploaded_at timestamptz NOT NULL,
  submitted_at timestamptz,
  next_try_at timestamptz,
  claimed_by text,
  claimed_name text,
  claimed_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  document_number text,
  recorded_at timestamptz,
  book text,
  page text,
  reasons text[] NOT NULL DEFAULT '{}',
  note text NOT NULL DEFAULT '',
  endorsed_key text,
  endorsed_sha256 text,
  endorsed_size bigint,
  PRIMARY KEY (county_id, id),
  CONSTRAINT filing_number UNIQUE (county_id, number),
  CONSTRAINT filing_sent CHECK (state IN ('UPLOADED', 'PRICED', 'SUBMITTING') OR (number IS NOT NULL
    AND submitted_at IS NOT NULL)),
  CONSTRAINT filing_recorded CHECK (state <> 'RECORDED' OR (document_number IS NOT NULL AND recorded_at IS NOT NULL
    AND endorsed_key IS NOT NULL)),
  CONSTRAINT filing_waits CHECK (state NOT LIKE '%ING' OR next_try_at IS NOT NULL),
  CONSTRAINT filing_claim CHECK ((state = 'IN_REVIEW') <= (claimed_by IS NOT NULL)));
CREATE INDEX filing_user ON filing (county_id, user_id, uploaded_at DESC);
CREATE INDEX filing_queue ON filing (county_id, submitted_at, id) WHERE state IN ('SUBMITTED', 'IN_REVIEW');
CREATE INDEX filing_same ON filing (county_id, sha256);
CREATE INDEX filing_due ON filing (county_id, next_try_at) WHERE next_try_at IS NOT NULL`;

/**
 * The last submission number of each county. A submission keeps the row locked until it is committed, so the numbers
 * have no gaps.
 */
const numbers = `
CREATE TABLE filing_counter (
  county_id text PRIMARY KEY,
  last bigint NOT NULL)`;

export class Filings202611230725 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      filings,
      sql.forceRowLevelSecurity(schema, 'filing', { worker: true }),
      sql.grantTable(schema, 'filing', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      // the worker role only finds out which counties have due filings
      sql.grantTable(schema, 'filing', 'worker', 'SELECT (county_id, next_try_at)'),
      numbers,
      sql.forceRowLevelSecurity(schema, 'filing_counter'),
      sql.grantTable(schema, 'filing_counter', 'app', 'SELECT, INSERT, UPDATE'),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE filing_counter, filing');
  }
}
