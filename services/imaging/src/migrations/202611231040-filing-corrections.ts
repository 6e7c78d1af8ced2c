import type { MigrationInterface, QueryRunner } from 'typeorm';

const checked = (states: string): string =>
  `ALTER TABLE imaging.filing DROP CONSTRAINT filing_state_check,
     ADD CONSTRAINT filing_state_check CHECK (state IN (${states})) NOT VALID`;
const before = `'UPLOADED', 'PRICED', 'SUBMITTING', 'SUBMITTED', 'IN_REVIEW', 'RECORDING', 'RECORDED', 'REJECTING',
  'REJECTED', 'WITHDRAWING', 'WITHDRAWN'`;

/** Adds the state CORRECTION_ASKED: the office has asked the sender for a correction, and the fee stays set aside. */
export class FilingCorrections202611231040 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(checked(`${before}, 'CORRECTION_ASKED'`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(checked(before));
  }
}
