import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a table with the progress of page images, one row for each import; the images are imported after the index. The
 * counts are numbers of pages. A running import renews `seen_at`. If a row without `ended_at` has an old `seen_at`, its
 * process has died.
 */
export class ImageRuns202611270035 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE imaging.image_run (
      county_id text NOT NULL, run uuid NOT NULL,
      state text NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'DONE', 'FAILED')),
      pages bigint NOT NULL, done bigint NOT NULL DEFAULT 0, refused bigint NOT NULL DEFAULT 0,
      failure text NOT NULL DEFAULT '', started_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now(), ended_at timestamptz,
      CHECK ((state = 'RUNNING') = (ended_at IS NULL)), PRIMARY KEY (county_id, run))`);
    await db.query('CREATE INDEX image_run_started ON imaging.image_run (county_id, started_at DESC)');
    await db.query(sql.forceRowLevelSecurity('imaging', 'image_run'));
    await db.query(sql.grantTable('imaging', 'image_run', 'app', 'SELECT, INSERT, UPDATE, DELETE'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE imaging.image_run');
  }
}
