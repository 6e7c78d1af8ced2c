import { outboxTables } from '@portal/infra/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the tables through which events are sent, in the transaction of the change. */
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
