import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the worker role set the lease of a purchase and count the attempt, because the completer of each process claims
 * purchases of all counties in this role. The role may also read to which visit a purchase belongs, because the search
 * for visits with an expired price leaves out visits that are being paid.
 */
export class CompleterClaims202611230040 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    const order = (privileges: string): string =>
      sql.grantTable('payments', 'download_order', 'worker', privileges);
    await db.query(order('SELECT (image_state_id, attempts), UPDATE (lease_owner, lease_until, attempts)'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'REVOKE SELECT (image_state_id, attempts), UPDATE ON payments.download_order FROM payments_worker',
    );
  }
}
