import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index that finds old unsent uploads without reading the filings that were sent. */
export class UnsentFilings202611231106 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const on = `filing (county_id, uploaded_at) WHERE state IN ('UPLOADED', 'PRICED')`;
    for (const statement of sql.createIndexConcurrently('imaging', 'filing_unsent', on))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY imaging.filing_unsent');
  }
}
