import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index that finds the notes about an e-mail that waits for another attempt. */
export class WaitingNotes202611291401 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const on = `last_letter (county_id, letter_id) WHERE outcome = 'WAITING'`;
    for (const statement of sql.createIndexConcurrently('identity', 'last_letter_waiting', on))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY identity.last_letter_waiting');
  }
}
