import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { EfileType } from '@portal/proto/efile';
import type { FilingState } from '@portal/proto/rpc/efile';
import { filingColumns, type Filing } from './filing.repository.js';

/** Filings beyond this number are not counted, because no clerk goes that far in the list. */
const mostCounted = 10_000;

/** The states are literals in the statement, because the planner uses a partial index only if it sees the states. */
const within = (states: readonly FilingState[]): string =>
  `state IN (${states.map((state) => `'${state}'`).join(', ')})`;

/** The filings that a list shows. */
export interface Listed {
  readonly states: readonly FilingState[];
  /** Null for documents of all types. */
  readonly efileType: EfileType | null;
  /** A part of the submitter's name or username; '' for all submitters. */
  readonly sender: string;
}

/** The condition for a list; its parameters are those of `valuesOf`. */
const matches = ({ states }: Listed): string =>
  `county_id = $1 AND ${within(states)} AND ($2::text IS NULL OR efile_type = $2)
     AND ($3 = '' OR strpos(lower(name), lower($3)) > 0 OR strpos(lower(username), lower($3)) > 0)`;
const valuesOf = (tx: Tx, { efileType, sender }: Listed): unknown[] => [tx.countyId, efileType, sender];

@Injectable()
export class FilingQueueRepository {
  /** A page of a list, sorted by the time at which the filings were sent. */
  async list(
    tx: Tx,
    listed: Listed,
    { newestFirst, offset, limit }: { newestFirst: boolean; offset: number; limit: number },
  ): Promise<Filing[]> {
    const order = newestFirst ? 'DESC' : 'ASC';
    return tx.rows<Filing>(
      `SELECT ${filingColumns} FROM filing WHERE ${matches(listed)}
        ORDER BY submitted_at ${order}, id ${order} OFFSET $4 LIMIT $5`,
      [...valuesOf(tx, listed), offset, limit],
    );
  }

  async count(tx: Tx, listed: Listed): Promise<number> {
    const row = await tx.row<{ count: number }>(
      `SELECT count(*)::float8 AS count FROM (
         SELECT 1 FROM filing WHERE ${matches(listed)} LIMIT ${mostCounted}) AS counted`,
      valuesOf(tx, listed),
    );
    return row?.count ?? 0;
  }

  /** Hands a filing over to another clerk. The filing stays IN_REVIEW. */
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
