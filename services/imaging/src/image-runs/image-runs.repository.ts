import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { importSilentMs, type ImageRun } from '@portal/proto/http/monitoring';

/** Rows of `image_run`, which the importer of page images writes. */
@Injectable()
export class ImageRunsRepository {
  constructor(private readonly database: Database) {}

  /** An import that runs but has written no heartbeat for a minute counts as interrupted. */
  list(county: string, runs: readonly string[]): Promise<ImageRun[]> {
    return this.database.withCounty(county, (tx) =>
      tx.rows<ImageRun>(
        `SELECT run, pages::float8, done::float8, refused::float8, failure,
                CASE WHEN state = 'RUNNING' AND seen_at < now() - make_interval(secs => $3::float8)
                     THEN 'INTERRUPTED' ELSE state END AS state
           FROM image_run WHERE county_id = $1 AND run = ANY ($2::uuid[])`,
        [county, runs, importSilentMs / 1_000],
      ),
    );
  }
}
