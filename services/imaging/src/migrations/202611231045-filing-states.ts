import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds an index for the office's lists, which show the filings in some states by age. Adds a unique index that gives a
 * document number to one filing only, even if two clerks type it at once.
 */
export class FilingStates202611231045 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const states = 'filing (county_id, state, submitted_at, id)';
    for (const statement of sql.createIndexConcurrently('imaging', 'filing_state', states))
      await db.query(statement);
    const numbers = 'filing (county_id, document_number) WHERE document_number IS NOT NULL';
    for (const statement of sql.createIndexConcurrently('imaging', 'filing_document', numbers, {
      unique: true,
    }))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY imaging.filing_document');
    await db.query('DROP INDEX CONCURRENTLY imaging.filing_state');
  }
}
