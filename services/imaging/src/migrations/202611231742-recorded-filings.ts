import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payments did not store which documents are recorded. So imaging reports them once more, before accounts can be closed.
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
