import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import type { StoredRun } from './import-runs.rules.js';

/** The maximum number of listed imports: two weeks of nightly imports. */
const mostShown = 14;

/** Rows of `import_run`, which the importer writes. */
@Injectable()
export class ImportRunsRepository {
  constructor(private readonly database: Database) {}

  /** The imports of the county, newest first. */
  list(county: string): Promise<StoredRun[]> {
    return this.database.withCounty(county, (tx) =>
      tx.rows<StoredRun>(
        `SELECT id::text, bundle, kind, started_by AS "startedBy", state, step, done::text, whole::text,
                documents::text, images::text, rejected::text, failure, run, started_at AS "startedAt",
                seen_at AS "seenAt", ended_at AS "endedAt", now() AS "readAt"
           FROM import_run WHERE county_id = $1 ORDER BY import_run.id DESC LIMIT $2`,
        [county, mostShown],
      ),
    );
  }
}
