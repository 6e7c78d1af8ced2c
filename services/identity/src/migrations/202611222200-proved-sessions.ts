import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time at which the user of a session last typed a password or code again, after the sign-in (S38). */
export class ProvedSessions202611222200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE session ADD COLUMN proved_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE session DROP COLUMN proved_at');
  }
}
