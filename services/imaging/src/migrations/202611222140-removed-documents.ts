import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'imaging';

/** Documents, certificates and books that the index no longer has; nobody may see their pages. */
export class RemovedDocuments202611222140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `CREATE TABLE ${schema}.removed_document (
         county_id text NOT NULL,
         document_key text NOT NULL,
         removed_at timestamptz NOT NULL,
         PRIMARY KEY (county_id, document_key))`,
      sql.forceRowLevelSecurity(schema, 'removed_document'),
      sql.grantTable(schema, 'removed_document', 'app', 'SELECT, INSERT, DELETE'),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${schema}.removed_document`);
  }
}
