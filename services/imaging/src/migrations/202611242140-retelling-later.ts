import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Delays the reports of recorded filings to the payments service (202611231742). They begin an hour after the upgrade
 * and are spread over another hour, so that no older version of that service gets them and they do not all arrive at
 * once.
 */
export class RetellingLater202611242140 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Forced row level security also binds the owner, so this policy lets the migration read and write.
    await db.query(
      'CREATE POLICY retelling_later ON imaging.filing TO imaging_owner USING (true) WITH CHECK (true)',
    );
    await db.query(
      `UPDATE imaging.filing SET next_try_at = now() + (1 + random()) * interval '1 hour'
        WHERE state = 'RECORDED' AND next_try_at IS NOT NULL`,
    );
    await db.query('DROP POLICY retelling_later ON imaging.filing');
  }

  /** Changes nothing: after a downgrade, the reports are only sent later. */
  async down(): Promise<void> {}
}
