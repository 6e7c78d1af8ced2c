import { outboxTables } from '@portal/infra/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the tables for events. The transaction that makes a change stores its events in the outbox, and they are sent
 * later.
 */
export class Outbox202611211653 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of outboxTables('payments')) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'DROP TABLE payments.outbox, payments.outbox_sequence, payments.inbox, payments.dead_event',
    );
  }
}
