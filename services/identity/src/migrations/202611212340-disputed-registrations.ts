import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a mark for registrations that were submitted more than once for the same name and address. Such a registration
 * is completed only by somebody who opens the mailed link and also knows the password of the last submission.
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
