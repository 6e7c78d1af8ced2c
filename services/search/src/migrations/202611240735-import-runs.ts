import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A row for each import of a county, even if the import was refused or failed. `done` and `whole` count the rows or
 * tasks of the current step. A running import renews `seen_at`: an old `seen_at` without an `ended_at` means that the
 * process of the import died.
 */
export class ImportRuns202611240735 implements MigrationInterface {
  readonly name = 'ImportRuns202611240735';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE search.import_run (
      county_id text NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY, bundle text NOT NULL,
      kind text CHECK (kind IN ('full', 'delta')), started_by text NOT NULL,
      state text NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'DONE', 'REFUSED', 'FAILED')),
      step text NOT NULL DEFAULT 'WAITING' CHECK (step IN ('WAITING', 'READING', 'CHECKING', 'LOADING')),
      done bigint NOT NULL DEFAULT 0, whole bigint NOT NULL DEFAULT 0,
      documents bigint, images bigint, rejected bigint NOT NULL DEFAULT 0, failure text NOT NULL DEFAULT '',
      started_at timestamptz NOT NULL DEFAULT now(), seen_at timestamptz NOT NULL DEFAULT now(), ended_at timestamptz,
      CHECK ((state = 'RUNNING') = (ended_at IS NULL)), PRIMARY KEY (county_id, id))`);
    await db.query(sql.forceRowLevelSecurity('search', 'import_run'));
    await db.query(sql.grantTable('search', 'import_run', 'app', 'SELECT'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE search.import_run');
  }
}
