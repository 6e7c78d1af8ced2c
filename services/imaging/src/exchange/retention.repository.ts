import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { readMessage } from '@portal/proto/message';
import { finalStates } from '../efile/filing.states.js';

/** A position in the order in which answers are examined. */
export interface AnswerPlace {
  readonly id: string;
  readonly arrivedAt: Date;
}

interface OldAnswer extends AnswerPlace {
  /** Null in rows of an older version, because that version did not store the ids of the filings. */
  readonly filings: readonly string[] | null;
  readonly why: readonly string[];
}

/**
 * The filings that an answer is about: their ids or, in rows without ids, the numbers in the messages of the answer.
 */
export const namedIn = ({ filings, why }: OldAnswer): readonly string[] =>
  filings ?? why.flatMap((text) => readMessage(text).params.number ?? []);

/**
 * SQL that finds and deletes what the exchange no longer needs. Policies of the tables refuse to delete anything else.
 */
@Injectable()
export class RetentionRepository {
  /**
   * The ids and numbers of the open filings among the given filings. The office or the sender may still change an open
   * filing.
   * @param named ids or numbers
   */
  async openOf(tx: Tx, named: readonly string[]): Promise<Set<string>> {
    if (named.length === 0) return new Set();
    const rows = await tx.rows<{ id: string; number: string | null }>(
      `SELECT id, number::text FROM filing
        WHERE county_id = $1 AND (id = ANY ($2::uuid[]) OR number = ANY ($3::bigint[])) AND NOT state = ANY ($4)`,
      [...[tx.countyId, named.filter((one) => !isNumber(one)), named.filter(isNumber)], finalStates],
    );
    return new Set(rows.flatMap(({ id, number }) => [id, number ?? []].flat()));
  }

  /** Answers that arrived before the given time, the oldest first. */
  async listAnswers(
    tx: Tx,
    before: Date,
    after: AnswerPlace | undefined,
    limit: number,
  ): Promise<OldAnswer[]> {
    return tx.rows<OldAnswer>(
      `SELECT id, arrived_at AS "arrivedAt", filings, why FROM exchange_answer
        WHERE county_id = $1 AND arrived_at < $2 AND (arrived_at, id) > ($3, $4::uuid)
        ORDER BY arrived_at, id LIMIT $5`,
      [
        ...[tx.countyId, before, after?.arrivedAt ?? new Date(0)],
        ...[after?.id ?? '00000000-0000-0000-0000-000000000000', limit],
      ],
    );
  }

  async deleteAnswers(tx: Tx, answers: readonly AnswerPlace[]): Promise<number> {
    return tx.run('DELETE FROM exchange_answer WHERE county_id = $1 AND id = ANY ($2::uuid[])', [
      tx.countyId,
      answers.map(({ id }) => id),
    ]);
  }

  /**
   * Deletes package items that were never answered, if their package was made before the given time and their filing is
   * closed. Then deletes packages without items. An item with an answer proves a decision and stays as long as its
   * filing.
   */
  async deleteUnanswered(tx: Tx, before: Date, limit: number): Promise<number> {
    const gone = await tx.rows<{ package: string }>(
      `DELETE FROM filing_package_item i USING (
         SELECT u.package, u.filing FROM filing_package_item u
           JOIN filing_package p ON p.county_id = u.county_id AND p.id = u.package AND p.made_at < $2
           JOIN filing f ON f.county_id = u.county_id AND f.id = u.filing AND f.state = ANY ($3)
          WHERE u.county_id = $1 AND u.answer IS NULL LIMIT $4) old
        WHERE i.county_id = $1 AND i.package = old.package AND i.filing = old.filing AND i.answer IS NULL
       RETURNING i.package`,
      [tx.countyId, before, finalStates, limit],
    );
    await tx.run(
      `DELETE FROM filing_package p WHERE county_id = $1 AND id = ANY ($2::uuid[])
          AND NOT EXISTS (SELECT 1 FROM filing_package_item i WHERE i.county_id = $1 AND i.package = p.id)`,
      [tx.countyId, gone.map((item) => item.package)],
    );
    return gone.length;
  }
}

const isNumber = (named: string): boolean => /^\d{1,18}$/.test(named);
