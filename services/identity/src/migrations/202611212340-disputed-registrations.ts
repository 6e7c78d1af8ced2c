import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a mark for registrations that were submitted more than once for the same name and address. The link of such a
 * registration requires the password.
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
