import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The purpose of an entry and the account it counts for, so that people can read their transactions by day. */
const columns = `
ALTER TABLE payments.journal_entry
  ADD COLUMN subject text NOT NULL DEFAULT '',
  ADD COLUMN account_id uuid`;

const indexes = [
  'CREATE INDEX journal_entry_day ON payments.journal_entry (county_id, posted_at, id)',
  'CREATE INDEX journal_entry_user_day ON payments.journal_entry (county_id, actor, posted_at, id)',
  `CREATE INDEX journal_entry_account_day ON payments.journal_entry (county_id, account_id, posted_at, id)
     WHERE account_id IS NOT NULL`,
];

export class EntrySubjects202611212300 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [columns, ...indexes]) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.journal_entry DROP COLUMN subject, DROP COLUMN account_id');
    await db.query('DROP INDEX IF EXISTS payments.journal_entry_day, payments.journal_entry_user_day');
  }
}
