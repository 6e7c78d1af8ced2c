import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to the last e-mail of a user which e-mail it is and when it was requested, so that a later attempt finds the note
 * of an earlier one, and an e-mail that is sent late does not replace the note about a newer one.
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
