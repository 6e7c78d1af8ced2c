import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The completer of each process claims purchases of all counties as the worker role, so this role may set the lease and
 * count the attempt. The role may also read the visit of a purchase, because an expired price is closed unless it is
 * being paid.
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
