import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds two columns to the note about a user's last e-mail. The e-mail's id lets a later attempt to send it find the
 * note of an earlier attempt. The time of the request keeps an e-mail that is sent late from replacing the note about a
 * newer one.
 */
export class LettersOfNotes202611291400 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE identity.last_letter ADD COLUMN letter_id uuid, ADD COLUMN requested_at timestamptz',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.last_letter DROP COLUMN letter_id, DROP COLUMN requested_at');
  }
}
