import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New columns for look-ups that ignore case: `username_key` has the text of `username` in lower case, and so on. */
const columns = {
  app_user: {
    username_key: 'username',
    email_key: 'email',
    first_name_key: 'first_name',
    last_name_key: 'last_name',
  },
  account: { name_key: 'name' },
} as const;

const indexes = [
  { name: 'app_user_username_key', on: 'app_user (county_id, username_key)', unique: true },
  { name: 'account_name_key', on: 'account (county_id, name_key)', unique: true },
  { name: 'app_user_email_key', on: 'app_user (county_id, email_key)' },
  { name: 'app_user_last_name_key', on: 'app_user (county_id, last_name_key)' },
  { name: 'app_user_first_name_key', on: 'app_user (county_id, first_name_key)' },
  // finds a waiting e-mail for which `spare` is true; such e-mails are few
  { name: 'letter_spare', on: 'letter (county_id, kind) WHERE spare' },
];

const replaced = [
  { name: 'app_user_username', on: 'app_user (county_id, lower(username))', unique: true },
  { name: 'account_name', on: 'account (county_id, lower(name))', unique: true },
  { name: 'app_user_email', on: 'app_user (county_id, lower(email))' },
];

const ROWS_AT_ONCE = 5_000;

/**
 * Adds lower-case names as columns, written by a trigger and sorted by their bytes. An index on `lower(username)` would
 * not be used, because row level security assumes that `lower()` might leak rows of other counties.
 */
export class LookUpKeys202611230110 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [table, keys] of Object.entries(columns)) {
      await addKeys(db, table, keys);
      await fill(db, table, keys);
    }
    for (const { name, on, unique } of indexes)
      for (const statement of sql.createIndexConcurrently('identity', name, on, { unique: unique === true }))
        await db.query(statement);
    for (const { name } of replaced) await db.query(`DROP INDEX CONCURRENTLY IF EXISTS identity.${name}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { name, on, unique } of replaced)
      for (const statement of sql.createIndexConcurrently('identity', name, on, { unique: unique === true }))
        await db.query(statement);
    for (const { name } of indexes) await db.query(`DROP INDEX CONCURRENTLY identity.${name}`);
    for (const [table, keys] of Object.entries(columns)) {
      await db.query(`DROP TRIGGER ${table}_keys ON ${table}`);
      await db.query(`DROP FUNCTION identity.${table}_keys()`);
      for (const key of Object.keys(keys)) await db.query(`ALTER TABLE ${table} DROP COLUMN ${key}`);
    }
  }
}

async function addKeys(
  db: QueryRunner,
  table: string,
  keys: Readonly<Record<string, string>>,
): Promise<void> {
  for (const key of Object.keys(keys))
    await db.query(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${key} text COLLATE "C"`);
  const sets = Object.entries(keys).map(([key, column]) => `NEW.${key} := lower(NEW.${column});`);
  await db.query(
    `CREATE OR REPLACE FUNCTION identity.${table}_keys() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN ${sets.join(' ')} RETURN NEW; END $$`,
  );
  await db.query(
    `CREATE OR REPLACE TRIGGER ${table}_keys BEFORE INSERT OR UPDATE ON ${table}
       FOR EACH ROW EXECUTE FUNCTION identity.${table}_keys()`,
  );
}

/**
 * Fills the new columns in batches, each in a transaction of its own. Forced row level security also binds the owner of
 * the tables, so a policy lets the owner read and write all rows until the columns are filled.
 */
async function fill(db: QueryRunner, table: string, keys: Readonly<Record<string, string>>): Promise<void> {
  const [key] = Object.keys(keys);
  await db.query(`DROP POLICY IF EXISTS look_up_keys ON ${table}`);
  await db.query(`CREATE POLICY look_up_keys ON ${table} TO identity_owner USING (true) WITH CHECK (true)`);
  for (let filled = ROWS_AT_ONCE; filled === ROWS_AT_ONCE;) {
    const rows: unknown[] = await db.query(
      `WITH filled AS (
         UPDATE ${table} SET ${key} = NULL
          WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${key} IS NULL LIMIT ${ROWS_AT_ONCE} FOR UPDATE))
         RETURNING 1)
       SELECT 1 FROM filled`,
    );
    filled = rows.length;
  }
  await db.query(`DROP POLICY look_up_keys ON ${table}`);
}
