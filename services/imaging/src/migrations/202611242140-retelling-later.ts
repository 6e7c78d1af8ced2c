import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Recorded filings are sent to payments once more (202611231742). After an upgrade this begins an hour later and takes
 * an hour, so that no older version of payments gets them and they do not all arrive at once.
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

  /** Undoes nothing, because an older version accepts the filings at any time. */
  async down(): Promise<void> {}
}
