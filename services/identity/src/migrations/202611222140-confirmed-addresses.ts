import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which a user's e-mail address was confirmed, and a new address that waits for confirmation. Users
 * who registered and are no longer pending have used a mailed link, so their addresses count as confirmed. Also adds
 * two columns to the e-mails, for what the limits of requests decided. `spare` is true if the e-mail is sent only when
 * the user has no working link. `place` is the network for which a registration with a taken name is counted.
 */
export class ConfirmedAddresses202611222140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `ALTER TABLE app_user ADD COLUMN email_confirmed_at timestamptz, ADD COLUMN new_email text NOT NULL DEFAULT ''`,
      `UPDATE app_user SET email_confirmed_at = updated_at WHERE registered_at IS NOT NULL AND status <> 'P'`,
      `ALTER TABLE ticket DROP CONSTRAINT ticket_purpose_check`,
      `ALTER TABLE ticket ADD CONSTRAINT ticket_purpose_check CHECK (purpose IN ('REGISTRATION', 'PASSWORD', 'EMAIL'))
         NOT VALID`,
      `ALTER TABLE ticket VALIDATE CONSTRAINT ticket_purpose_check`,
      `ALTER TABLE letter ADD COLUMN spare boolean NOT NULL DEFAULT false, ADD COLUMN place text NOT NULL DEFAULT ''`,
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const statements = [
      'ALTER TABLE letter DROP COLUMN place, DROP COLUMN spare',
      `DELETE FROM ticket WHERE purpose = 'EMAIL'`,
      'ALTER TABLE ticket DROP CONSTRAINT ticket_purpose_check',
      `ALTER TABLE ticket ADD CONSTRAINT ticket_purpose_check CHECK (purpose IN ('REGISTRATION', 'PASSWORD'))`,
      'ALTER TABLE app_user DROP COLUMN new_email, DROP COLUMN email_confirmed_at',
    ];
    for (const statement of statements) await runner.query(statement);
  }
}
