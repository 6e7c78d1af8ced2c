import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The function drops one table of a generation that nobody reads: the generation was replaced more than eleven minutes
 * ago (hit lists live for ten), or an import that died left it half loaded. While an import holds the lock of its
 * county, the function skips the generations of that county. It waits only briefly for the lock on the parent table,
 * because searches queue behind a waiting lock. The service may call this function, but may not change tables in any
 * other way.
 */
const dropOne = `
CREATE FUNCTION search.drop_unread_table() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  unread record;
  part text;
BEGIN
  FOR unread IN
    SELECT generation, county_id FROM search.generation
     WHERE state = 'LOADING' OR state = 'RETIRED' AND retired_at < now() - interval '11 minutes'
     ORDER BY generation
  LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(hashtext('search import'), hashtext(unread.county_id));
    SELECT c.relname INTO part FROM pg_class c
     WHERE c.relnamespace = 'search'::regnamespace AND c.relkind = 'r'
       AND c.relname ~ ('_g' || unread.generation || '$')
     ORDER BY c.relname LIMIT 1;
    IF part IS NULL THEN
      DELETE FROM search.generation g WHERE g.generation = unread.generation;
      RETURN 'generation ' || unread.generation;
    END IF;
    EXECUTE format('DROP TABLE search.%I CASCADE', part);
    RETURN part;
  END LOOP;
  RETURN NULL;
END $$`;

export class DroppedGenerations202611230055 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(dropOne);
    await db.query('REVOKE ALL ON FUNCTION search.drop_unread_table() FROM PUBLIC');
    await db.query('GRANT EXECUTE ON FUNCTION search.drop_unread_table() TO search_app');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION search.drop_unread_table()');
  }
}
