import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the last refusal of a fee, and the sending of the filing that was refused. */
export class RefusedSendings202611291801 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE payments.filing_charge ADD COLUMN refused_sending integer, ADD COLUMN refusal text,
         ADD CONSTRAINT filing_charge_refusal CHECK ((refused_sending IS NULL) = (refusal IS NULL)) NOT VALID`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.filing_charge DROP COLUMN refused_sending, DROP COLUMN refusal');
  }
}
