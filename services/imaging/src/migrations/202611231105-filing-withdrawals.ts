import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const sent = `'SUBMITTED', 'IN_REVIEW', 'CORRECTION_ASKED', 'RECORDING', 'RECORDED', 'REJECTING', 'REJECTED',
  'WITHDRAWING', 'WITHDRAWN'`;
const unsent = `'UPLOADED', 'PRICED', 'SUBMITTING'`;

const checked = (before: string): string =>
  `ALTER TABLE imaging.filing DROP CONSTRAINT filing_state_check, DROP CONSTRAINT filing_sent,
     ADD CONSTRAINT filing_state_check CHECK (state IN (${before}, ${sent})) NOT VALID,
     ADD CONSTRAINT filing_sent CHECK (state IN (${before}) OR (number IS NOT NULL AND submitted_at IS NOT NULL)) NOT VALID`;

/**
 * Adds the column with the id of the filing that corrects this one, and the state DISCARDING of uploads that are being
 * removed because nobody sent them.
 */
export class FilingWithdrawals202611231105 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE imaging.filing ADD COLUMN corrected_by uuid');
    await db.query(checked(`${unsent}, 'DISCARDING'`));
    // the worker role reads `state` and `uploaded_at` to find the counties that have old uploads
    await db.query(
      sql.grantTable('imaging', 'filing', 'worker', 'SELECT (county_id, next_try_at, state, uploaded_at)'),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(checked(unsent));
    await db.query('ALTER TABLE imaging.filing DROP COLUMN corrected_by');
  }
}
