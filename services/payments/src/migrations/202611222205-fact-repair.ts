import { outboxRepairTables } from '@portal/infra/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FactRepair202611222205 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of outboxRepairTables('payments')) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.inbox_sequence');
    await db.query('ALTER TABLE payments.dead_event DROP COLUMN again');
    await db.query('ALTER TABLE payments.outbox_epoch DROP COLUMN replay_below, DROP COLUMN replay_since');
  }
}
