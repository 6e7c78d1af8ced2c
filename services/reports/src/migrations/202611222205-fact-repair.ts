import { outboxRepairTables } from '@portal/infra/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FactRepair202611222205 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of outboxRepairTables('reports')) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE reports.inbox_sequence');
    await db.query('ALTER TABLE reports.dead_event DROP COLUMN again');
    await db.query('ALTER TABLE reports.outbox_epoch DROP COLUMN replay_below, DROP COLUMN replay_since');
  }
}
