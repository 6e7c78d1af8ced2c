import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { letterKinds, LetterRow } from './letter.entity.js';

export type Letter = Omit<LetterRow, 'countyId'>;
export type NewLetter = Pick<
  Letter,
  | 'kind'
  | 'email'
  | 'username'
  | 'userId'
  | 'language'
  | 'registration'
  | 'office'
  | 'funds'
  | 'filing'
  | 'report'
  | 'merchant'
  | 'spare'
  | 'place'
>;

@Injectable()
export class LetterRepository {
  /** Adds e-mails, each with the time at which it is due. */
  async add(tx: Tx, letters: readonly (NewLetter & Pick<Letter, 'dueAt'>)[], now: Date): Promise<void> {
    const { countyId } = tx;
    await tx
      .repository(LetterRow)
      .insert(
        letters.map((letter) => ({ ...letter, countyId, id: randomUUID(), tries: 0, requestedAt: now })),
      );
  }

  /**
   * True if an equal e-mail that is sent only when needed (see `LetterRow.spare`) is already waiting; one such e-mail
   * is enough.
   */
  async hasSpare(tx: Tx, { kind, email, username }: Pick<NewLetter, 'kind' | 'email' | 'username'>) {
    const row = await tx.row(
      `SELECT 1 AS found FROM letter
        WHERE spare AND kind = $1 AND lower(email) = lower($2) AND lower(username) = lower($3) LIMIT 1`,
      [kind, email, username],
    );
    return row !== undefined;
  }

  /**
   * Reserves for one sender the e-mail that has been due longest; if that sender fails, another one gets the e-mail
   * later. E-mails of kinds that only a newer version knows are left for that version, which may run at the same time.
   * @param leaseMs the time before the second attempt, in milliseconds; it doubles before each further attempt
   */
  async take(tx: Tx, now: Date, leaseMs: number): Promise<Letter | undefined> {
    return tx.row<Letter>(
      `UPDATE letter SET tries = tries + 1, due_at = $1 + make_interval(secs => $2::float8 / 1000 * 2 ^ tries)
        WHERE id = (SELECT id FROM letter WHERE due_at <= $1 AND kind = ANY($3)
                     ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, kind, email, username, user_id AS "userId", language, registration, office, funds, filing,
                  report, merchant, spare, place,
                  requested_at AS "requestedAt", due_at AS "dueAt", tries`,
      [now, leaseMs, letterKinds],
    );
  }

  /**
   * Records that the registration has become a user, so that a further attempt only writes the e-mail and creates no
   * second user.
   */
  async noteRegistered(tx: Tx, id: string, user: string): Promise<void> {
    await tx.run('UPDATE letter SET user_id = $2, registration = NULL WHERE id = $1', [id, user]);
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.run('DELETE FROM letter WHERE id = $1', [id]);
  }

  /**
   * Lists the counties with due e-mails. The worker role may not read the column `kind`, so the list may include a
   * county whose due e-mails can be sent only by a newer version.
   */
  async listCountiesWithDue(tx: Tx, now: Date): Promise<string[]> {
    const rows = await tx.rows<{ county: string }>(
      'SELECT DISTINCT county_id AS county FROM letter WHERE due_at <= $1',
      [now],
    );
    return rows.map(({ county }) => county);
  }
}
