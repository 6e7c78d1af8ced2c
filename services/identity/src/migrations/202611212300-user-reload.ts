import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a column: true if the users of a flat-fee account may buy bundles themselves (C2-53). */
export class UserReload202611212300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account ADD COLUMN user_reload boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account DROP COLUMN user_reload');
  }
}
