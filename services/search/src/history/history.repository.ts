import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { searchType, sortDirections } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';
import { searchDigest } from '../search-digest.js';
import { anySortKey, keptSearches, type RememberedSearch } from './history.rules.js';

const row = z.object({
  type: searchType,
  criteria: z.string(),
  pageNumber: z.int(),
  sortKey: anySortKey,
  sortDirection: z.enum(sortDirections),
});

export interface SavedSearch {
  readonly user: string;
  readonly search: RememberedSearch;
  readonly at: Date;
}

/** Rows of `search_history`, separated by county with row level security. */
@Injectable()
export class HistoryRepository {
  constructor(private readonly database: Database) {}

  /** The user's searches, newest first. */
  async list(county: string, user: string): Promise<RememberedSearch[]> {
    const rows = await this.database.withCounty(county, (tx) =>
      tx.rows<object>(
        `SELECT type, criteria::text AS criteria, page_number AS "pageNumber", sort_key AS "sortKey",
                sort_direction AS "sortDirection"
           FROM search_history WHERE county_id = $1 AND user_id = $2 ORDER BY searched_at DESC LIMIT $3`,
        [county, user, keptSearches],
      ),
    );
    return rows.map((found) => row.parse(found));
  }

  /**
   * Upserts searches in one statement, in sorted order (infra/DESIGN.md#transactions). No two searches of a user may
   * have the same digest. A search that is written late does not replace a newer run of the same search.
   */
  async save(tx: Tx, searches: readonly SavedSearch[]): Promise<void> {
    const rows = searches.map(({ user, search, at }) => ({
      user_id: user,
      digest: searchDigest([search.type, search.criteria]),
      type: search.type,
      criteria: search.criteria,
      page_number: search.pageNumber,
      sort_key: search.sortKey,
      sort_direction: search.sortDirection,
      searched_at: at.toISOString(),
    }));
    await tx.run(
      `INSERT INTO search_history AS h
         (county_id, user_id, digest, type, criteria, page_number, sort_key, sort_direction, searched_at)
       SELECT $1, user_id, digest, type, criteria::json, page_number, sort_key, sort_direction, searched_at
         FROM json_to_recordset($2::json) AS s (user_id text, digest text, type text, criteria text, page_number int,
           sort_key text, sort_direction text, searched_at timestamptz) ORDER BY user_id, digest
       ON CONFLICT (county_id, user_id, digest) DO UPDATE SET page_number = excluded.page_number,
         sort_key = excluded.sort_key, sort_direction = excluded.sort_direction, searched_at = excluded.searched_at
         WHERE excluded.searched_at >= h.searched_at`,
      [tx.countyId, JSON.stringify(rows)],
    );
  }

  async forgetOlder(tx: Tx, users: readonly string[]): Promise<void> {
    await tx.run(
      `DELETE FROM search_history h WHERE county_id = $1 AND user_id = ANY ($2) AND digest NOT IN
         (SELECT digest FROM search_history o WHERE o.county_id = $1 AND o.user_id = h.user_id
           ORDER BY searched_at DESC LIMIT $3)`,
      [tx.countyId, [...users], keptSearches],
    );
  }
}
