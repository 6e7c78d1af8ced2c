import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'identity';
const tallied = ['account', 'app_user'] as const;

const TALLY = `CREATE TABLE ${schema}.tally (
  county_id text NOT NULL,
  subject text NOT NULL,
  status text NOT NULL,
  total integer NOT NULL,
  PRIMARY KEY (county_id, subject, status))`;

/**
 * Updates the tally after a statement has changed users or accounts. The statuses are sorted, so that all transactions
 * lock the rows of the tally in the same order.
 */
const FUNCTION = `CREATE FUNCTION ${schema}.keep_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO ${schema}.tally AS t
    SELECT county_id, TG_TABLE_NAME, status, count(*) FROM now GROUP BY county_id, status ORDER BY 1, 3
    ON CONFLICT (county_id, subject, status) DO UPDATE SET total = t.total + excluded.total;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO ${schema}.tally AS t
    SELECT county_id, TG_TABLE_NAME, status, -count(*) FROM before GROUP BY county_id, status ORDER BY 1, 3
    ON CONFLICT (county_id, subject, status) DO UPDATE SET total = t.total + excluded.total;
  ELSE
    INSERT INTO ${schema}.tally AS t
    SELECT county_id, TG_TABLE_NAME, status, sum(change) FROM (
      SELECT county_id, status, 1 AS change FROM now UNION ALL SELECT county_id, status, -1 FROM before) c
     GROUP BY county_id, status HAVING sum(change) <> 0 ORDER BY 1, 3
    ON CONFLICT (county_id, subject, status) DO UPDATE SET total = t.total + excluded.total;
  END IF;
  RETURN NULL;
END $$`;

const triggers = {
  INSERT: 'NEW TABLE AS now',
  DELETE: 'OLD TABLE AS before',
  UPDATE: 'OLD TABLE AS before NEW TABLE AS now',
} as const;

/**
 * Adds a table with the numbers of a county's users and accounts by status. Every page of the lists of users and
 * accounts shows these numbers, and must not count tens of thousands of rows each time.
 */
export class Tallies202611230410 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      TALLY,
      sql.forceRowLevelSecurity(schema, 'tally'),
      sql.grantTable(schema, 'tally', 'app', 'SELECT, INSERT, UPDATE'),
      FUNCTION,
    ])
      await db.query(statement);
    await withAllCounties(db, ['tally', ...tallied], async () => {
      for (const table of tallied) {
        for (const [event, transition] of Object.entries(triggers))
          await db.query(
            `CREATE TRIGGER ${table}_tally_${event.toLowerCase()} AFTER ${event} ON ${schema}.${table}
             REFERENCING ${transition} FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.keep_tally()`,
          );
        await db.query(
          `INSERT INTO ${schema}.tally SELECT county_id, '${table}', status, count(*) FROM ${schema}.${table}
            GROUP BY county_id, status`,
        );
      }
    });
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of tallied)
      for (const event of Object.keys(triggers))
        await db.query(`DROP TRIGGER ${table}_tally_${event.toLowerCase()} ON ${schema}.${table}`);
    await db.query(`DROP FUNCTION ${schema}.keep_tally()`);
    await db.query(`DROP TABLE ${schema}.tally`);
  }
}

/**
 * Runs the work while the migration may read the rows of all counties. Forced row level security also hides all rows
 * from the owner of the tables, so a policy lets the migration read them.
 */
async function withAllCounties(
  db: QueryRunner,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const table of tables)
    await db.query(
      `CREATE POLICY tallying ON ${schema}.${table} TO identity_owner USING (true) WITH CHECK (true)`,
    );
  await work();
  for (const table of tables) await db.query(`DROP POLICY tallying ON ${schema}.${table}`);
}
