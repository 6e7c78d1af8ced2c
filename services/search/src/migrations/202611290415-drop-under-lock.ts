import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The function now takes a county's lock before it reads the county's generations. The earlier function read them
 * before it took the lock. If an import ended in between, the function dropped the generation that had become live.
 */
const lockFirst = `
CREATE OR REPLACE FUNCTION search.drop_unread_table() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  county text;
  unread bigint;
  part text;
BEGIN
  FOR county IN
    SELECT DISTINCT county_id FROM search.generation
     WHERE state = 'LOADING' OR state = 'RETIRED' AND retired_at < now() - interval '11 minutes'
     ORDER BY county_id
  LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(hashtext('search import'), hashtext(county));
    SELECT g.generation INTO unread FROM search.generation g
     WHERE g.county_id = county
       AND (g.state = 'LOADING' OR g.state = 'RETIRED' AND g.retired_at < now() - interval '11 minutes')
     ORDER BY g.generation LIMIT 1;
    CONTINUE WHEN unread IS NULL;
    SELECT c.relname INTO part FROM pg_class c
     WHERE c.relnamespace = 'search'::regnamespace AND c.relkind = 'r'
       AND c.relname ~ ('_g' || unread || '$')
     ORDER BY c.relname LIMIT 1;
    IF part IS NULL THEN
      DELETE FROM search.generation g WHERE g.generation = unread;
      RETURN 'generation ' || unread;
    END IF;
    EXECUTE format('DROP TABLE search.%I CASCADE', part);
    RETURN part;
  END LOOP;
  RETURN NULL;
END $$`;

/** The function of 202611230055. */
const readFirst = `
CREATE OR REPLACE FUNCTION search.drop_unread_table() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
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

export class DropUnderLock202611290415 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(lockFirst);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(readFirst);
  }
}
