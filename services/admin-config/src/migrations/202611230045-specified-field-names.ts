import type { MigrationInterface, QueryRunner } from 'typeorm';

const renamed = [
  ['loginPageRegistration', 'emailExpireIn', 'emaileExpireIn'],
  ['userAccess', 'maxLoginAttempts', 'maxloginAttempts'],
] as const;

/**
 * Gives two fields the names that they have in the specification (C4-41, C5-18). Row level security normally limits the
 * owner of the tables to one county, as it limits the service; a policy removes this limit while the migration runs.
 */
export class SpecifiedFieldNames202611230045 implements MigrationInterface {
  up(db: QueryRunner): Promise<void> {
    return rename(db, ([section, from, to]) => [section, from, to]);
  }

  down(db: QueryRunner): Promise<void> {
    return rename(db, ([section, from, to]) => [section, to, from]);
  }
}

async function rename(
  db: QueryRunner,
  direction: (names: (typeof renamed)[number]) => readonly [string, string, string],
): Promise<void> {
  for (const table of ['admin_config.section', 'admin_config.section_version']) {
    await db.query(`CREATE POLICY rename ON ${table} TO admin_config_owner USING (true) WITH CHECK (true)`);
    for (const names of renamed) {
      const [section, from, to] = direction(names);
      await db.query(
        `UPDATE ${table} SET value = (value - $2::text) || jsonb_build_object($3::text, value->$2)
          WHERE name = $1 AND value ? $2`,
        [section, from, to],
      );
    }
    await db.query(`DROP POLICY rename ON ${table}`);
  }
}
