import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks a registration that was submitted more than once for its name and address. The link of such a registration
 * requires the password.
 */
export class DisputedRegistrations202611212340 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE app_user ADD COLUMN registration_disputed boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user DROP COLUMN registration_disputed');
  }
}
