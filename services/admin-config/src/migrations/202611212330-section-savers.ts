import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['admin_config.section', 'admin_config.section_version'];

/**
 * Adds the username of the person who saved a version, as it was at the time, because readers of a history cannot use
 * an id.
 */
export class SectionSavers202611212330 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(`ALTER TABLE ${table} ADD COLUMN saved_by text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE ${table} DROP COLUMN saved_by`);
  }
}
