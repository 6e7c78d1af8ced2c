import type { MigrationInterface, QueryRunner } from 'typeorm';

const DECIDED = 'ALTER TABLE payments.filing_charge ADD COLUMN decided_at timestamptz';
/**
 * Adds the constraint by which the database refuses to give back the fee of a document that the office has recorded.
 */
const FOR_GOOD = `ALTER TABLE payments.filing_charge ADD CONSTRAINT filing_charge_decided
  CHECK (decided_at IS NULL OR state = 'TAKEN') NOT VALID`;

/** Adds the account to a card refund, because an account cannot be closed before its refunds have ended. */
const WHOSE = 'ALTER TABLE payments.filing_refund ADD COLUMN account_id uuid';

const TABLES = ['filing_charge', 'filing_refund'];

/**
 * Stores when the office decided about a document whose fee is charged. For an older document whose fee was charged
 * when the office recorded it, stores the time of this migration. If the fee was charged when the document was
 * submitted, the imaging service reports the decision again.
 */
export class DecidedFilings202611231740 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [DECIDED, FOR_GOOD, WHOSE]) await db.query(statement);
    // Forced row level security also binds the owner, so these policies let the migration read and write.
    for (const table of TABLES)
      await db.query(
        `CREATE POLICY decided_filings ON payments.${table} TO payments_owner USING (true) WITH CHECK (true)`,
      );
    await db.query(
      `UPDATE payments.filing_charge SET decided_at = clock_timestamp()
        WHERE state = 'TAKEN' AND charge_when = 'RECORDED'`,
    );
    await db.query(
      `UPDATE payments.filing_refund r SET account_id = f.account_id FROM payments.filing_charge f
        WHERE f.county_id = r.county_id AND f.id = r.filing_id AND r.state = 'DUE'`,
    );
    for (const table of TABLES) await db.query(`DROP POLICY decided_filings ON payments.${table}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.filing_charge DROP COLUMN decided_at');
    await db.query('ALTER TABLE payments.filing_refund DROP COLUMN account_id');
  }
}
