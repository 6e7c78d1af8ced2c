import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { documentSortKeys, searchType, sortDirections } from '@portal/proto/http/search';
import * as z from 'zod/mini';
import { searchDigest } from '../searching/timestamp.rules.js';
import { keptSearches, type RememberedSearch } from './history.rules.js';

const row = z.object({
  type: searchType,
  criteria: z.string(),
  pageNumber: z.int(),
  sortKey: z.enum(documentSortKeys),
  sortDirection: z.enum(sortDirections),
});

/** Rows of `search_history`, bound to the county by row level security. */
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

  async save(tx: Tx, user: string, search: RememberedSearch, at: Date): Promise<void> {
    await tx.run(
      `INSERT INTO search_history AS h
         (county_id, user_id, digest, type, criteria, page_number, sort_key, sort_direction, searched_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (county_id, user_id, digest) DO UPDATE SET page_number = excluded.page_number,
         sort_key = excluded.sort_key, sort_direction = excluded.sort_direction,
         searched_at = greatest(h.searched_at, excluded.searched_at)`,
      [
        tx.countyId,
        user,
        searchDigest([search.type, search.criteria]),
        search.type,
        search.criteria,
        search.pageNumber,
        search.sortKey,
        search.sortDirection,
        at,
      ],
    );
  }

  async forgetOlder(tx: Tx, user: string): Promise<void> {
    await tx.run(
      `DELETE FROM search_history WHERE county_id = $1 AND user_id = $2 AND digest NOT IN
         (SELECT digest FROM search_history WHERE county_id = $1 AND user_id = $2 ORDER BY searched_at DESC LIMIT $3)`,
      [tx.countyId, user, keptSearches],
    );
  }
}
