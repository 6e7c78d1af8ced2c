import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = [
  ['image_state_closed', `image_state (expires_at, id) WHERE state IN ('EXPIRED', 'CANCELLED')`],
  ['download_order_unheld', `download_order (created_at) WHERE state = 'VOIDED' AND held_at IS NULL`],
  ['add_on_unsold', `add_on (expires_at) WHERE state <> 'BOUGHT'`],
] as const;

/** The only rows that the database lets the service delete; no money was reserved or paid for them. */
const prunable = {
  image_state: `state IN ('EXPIRED', 'CANCELLED')`,
  download_order: `state = 'VOIDED' AND held_at IS NULL`,
  add_on: `state <> 'BOUGHT'`,
} as const;

/**
 * Lets the service delete a visit to a purchase window if the visit ended without a purchase. The database refuses to
 * delete any other visit.
 */
export class PruneVisits202611230120 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, on] of indexes)
      for (const statement of sql.createIndexConcurrently('payments', name, on)) await db.query(statement);
    for (const [table, condition] of Object.entries(prunable)) {
      await db.query(`DROP POLICY IF EXISTS prunable ON payments.${table}`);
      await db.query(
        `CREATE POLICY prunable ON payments.${table} AS RESTRICTIVE FOR DELETE USING (${condition})`,
      );
      await db.query(sql.grantTable('payments', table, 'app', 'DELETE'));
    }
    await db.query(sql.grantTable('payments', 'download_order', 'worker', 'SELECT (created_at, held_at)'));
    await db.query(`DROP POLICY IF EXISTS worker ON payments.add_on`);
    await db.query(`CREATE POLICY worker ON payments.add_on TO payments_worker USING (true)`);
    await db.query(
      sql.grantTable('payments', 'add_on', 'worker', 'SELECT (id, county_id, state, expires_at)'),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP POLICY worker ON payments.add_on');
    for (const table of Object.keys(prunable)) {
      await db.query(`REVOKE DELETE ON payments.${table} FROM payments_app`);
      await db.query(`DROP POLICY prunable ON payments.${table}`);
    }
    for (const [name] of indexes) await db.query(`DROP INDEX CONCURRENTLY payments.${name}`);
  }
}
