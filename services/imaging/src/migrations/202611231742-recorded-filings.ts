import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks every recorded filing that has a fee as due, so that the imaging service reports the filing to the payments
 * service once more. An earlier version of the payments service did not store which documents are recorded, but the
 * payments service must know this before it closes an account.
 */
export class RecordedFilings202611231742 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Forced row level security also binds the owner, so this policy lets the migration read and write.
    await db.query(
      'CREATE POLICY recorded_filings ON imaging.filing TO imaging_owner USING (true) WITH CHECK (true)',
    );
    await db.query(
      `UPDATE imaging.filing SET next_try_at = now() WHERE state = 'RECORDED' AND charges IS NOT NULL`,
    );
    await db.query('DROP POLICY recorded_filings ON imaging.filing');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'CREATE POLICY recorded_filings ON imaging.filing TO imaging_owner USING (true) WITH CHECK (true)',
    );
    await db.query(`UPDATE imaging.filing SET next_try_at = NULL WHERE state = 'RECORDED'`);
    await db.query('DROP POLICY recorded_filings ON imaging.filing');
  }
}
