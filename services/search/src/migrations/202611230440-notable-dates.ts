import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores those dates of an import for which live_index has no column, by kind of record: {"abstract": {"posted":
 * "2026-10-30"}}.
 */
export class NotableDates202611230440 implements MigrationInterface {
  readonly name = 'NotableDates202611230440';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE search.live_index
         ADD COLUMN dates jsonb NOT NULL DEFAULT '{"abstract": {}, "torrens": {}, "lien": {}}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE search.live_index DROP COLUMN dates');
  }
}
