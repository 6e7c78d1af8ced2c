import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'imaging';
const indexes = [
  ['exchange_answer_arrived', 'exchange_answer (county_id, arrived_at, id)'],
  ['filing_package_item_unanswered', 'filing_package_item (county_id, package) WHERE answer IS NULL'],
] as const;

const noneOpen = (condition: string): string =>
  `NOT EXISTS (SELECT 1 FROM imaging.filing f WHERE ${condition}
     AND f.state NOT IN ('RECORDED', 'REJECTED', 'WITHDRAWN', 'DISCARDING'))`;

/** For each table, the condition for rows that may be deleted. Policies enforce it, whatever a statement says. */
const removable = {
  exchange_answer: `arrived_at < now() - interval '364 days'
    AND ${noneOpen('f.county_id = exchange_answer.county_id AND f.id = ANY (exchange_answer.filings)')}`,
  filing_package_item: `answer IS NULL
    AND ${noneOpen('f.county_id = filing_package_item.county_id AND f.id = filing_package_item.filing')}`,
  filing_package: `made_at < now() - interval '364 days'`,
} as const;

/**
 * Adds a column for the ids of the filings that an answer is about, and lets the service delete what the exchange no
 * longer needs.
 */
export class ExchangeRetention202611262330 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE imaging.exchange_answer ADD COLUMN IF NOT EXISTS filings uuid[]');
    for (const [name, on] of indexes)
      for (const statement of sql.createIndexConcurrently(schema, name, on)) await db.query(statement);
    for (const [table, condition] of Object.entries(removable)) {
      await db.query(`DROP POLICY IF EXISTS removable ON imaging.${table}`);
      await db.query(
        `CREATE POLICY removable ON imaging.${table} AS RESTRICTIVE FOR DELETE USING (${condition})`,
      );
      await db.query(sql.grantTable(schema, table, 'app', 'DELETE'));
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of Object.keys(removable)) {
      await db.query(`REVOKE DELETE ON imaging.${table} FROM imaging_app`);
      await db.query(`DROP POLICY removable ON imaging.${table}`);
    }
    for (const [name] of indexes) await db.query(`DROP INDEX CONCURRENTLY imaging.${name}`);
    await db.query('ALTER TABLE imaging.exchange_answer DROP COLUMN filings');
  }
}
