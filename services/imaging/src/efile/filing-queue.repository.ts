import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { FilingState } from '@portal/proto/rpc/efile';
import { filingColumns, type Filing } from './filing.repository.js';

/** Filings beyond this number are not counted, because no clerk goes that far in the list. */
const mostCounted = 10_000;

/** The states are literals in the statement, because the planner uses a partial index only if it sees the states. */
const within = (states: readonly FilingState[]): string =>
  `state IN (${states.map((state) => `'${state}'`).join(', ')})`;

@Injectable()
export class FilingQueueRepository {
  /** The filings in the given states, sorted by the time at which they were sent. */
  async list(
    tx: Tx,
    { states, newestFirst }: { states: readonly FilingState[]; newestFirst: boolean },
    { offset, limit }: { offset: number; limit: number },
  ): Promise<Filing[]> {
    const order = newestFirst ? 'DESC' : 'ASC';
    return tx.rows<Filing>(
      `SELECT ${filingColumns} FROM filing WHERE county_id = $1 AND ${within(states)}
        ORDER BY submitted_at ${order}, id ${order} OFFSET $2 LIMIT $3`,
      [tx.countyId, offset, limit],
    );
  }

  async count(tx: Tx, states: readonly FilingState[]): Promise<number> {
    const row = await tx.row<{ count: number }>(
      `SELECT count(*)::float8 AS count FROM (
         SELECT 1 FROM filing WHERE county_id = $1 AND ${within(states)} LIMIT ${mostCounted}) AS counted`,
      [tx.countyId],
    );
    return row?.count ?? 0;
  }

  /** Returns the filing number for each of these ids. Filings without a number are left out. */
  async numbersOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.rows<{ id: string; number: number }>(
      `SELECT id, number::float8 AS number FROM filing
        WHERE county_id = $1 AND id = ANY($2::uuid[]) AND number IS NOT NULL`,
      [tx.countyId, ids],
    );
    return new Map(rows.map(({ id, number }) => [id, number]));
  }

  /** Sets another clerk as the one who works on the filing, which stays IN_REVIEW. */
  async takeOver(
    tx: Tx,
    id: string,
    { by, name, at }: { by: string; name: string; at: Date },
  ): Promise<void> {
    await tx.run(
      `UPDATE filing SET claimed_by = $3, claimed_name = $4, claimed_at = $5
        WHERE county_id = $1 AND id = $2 AND state = 'IN_REVIEW'`,
      [tx.countyId, id, by, name, at],
    );
  }
}
