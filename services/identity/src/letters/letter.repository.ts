import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { mailKinds, type AccountMail, type MailOutcome } from '@portal/proto/http/account-mail';
import { LetterRow } from './letter.entity.js';

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

/** What became of an e-mail. */
export interface LetterEnd {
  readonly outcome: MailOutcome;
  /** The address to which the e-mail was sent; if it was never written, the address for which it was requested. */
  readonly to: string;
  /**
   * The users whom the e-mail is about. Undefined if the e-mail was requested for an address and could not be written,
   * because its users are found only while it is written.
   */
  readonly users: readonly string[] | undefined;
}

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
   * True if an equal spare e-mail is already waiting; a second one is not needed then. A spare e-mail is sent only when
   * the user has no working link (see `LetterRow.spare`).
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
      [now, leaseMs, mailKinds],
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
   * Notes what became of an e-mail for each of its users. Each user keeps only the note about the e-mail that was
   * requested last. The users are locked, so that none is deleted meanwhile. A user whom another transaction has locked
   * gets no new note. If this transaction waited for the lock instead, the e-mail could be sent again during the wait.
   */
  async noteEnd(tx: Tx, letter: Letter, end: LetterEnd, now: Date): Promise<void> {
    const { id, kind, requestedAt, tries } = letter;
    const { outcome, to, users } = end;
    if (users && users.length > 0)
      await tx.run(
        `INSERT INTO last_letter AS l (county_id, user_id, kind, email, at, outcome, letter_id, requested_at)
         SELECT $1, u.id, $2, $3, $4, $5, $6, $7
           FROM (SELECT id FROM app_user WHERE id = ANY($8) ORDER BY id FOR KEY SHARE SKIP LOCKED) u
         ON CONFLICT (county_id, user_id) DO UPDATE
            SET kind = excluded.kind, email = excluded.email, at = excluded.at, outcome = excluded.outcome,
                letter_id = excluded.letter_id, requested_at = excluded.requested_at
          WHERE coalesce(l.requested_at <= excluded.requested_at, l.at <= excluded.at)`,
        [tx.countyId, kind, to, now, outcome, id, requestedAt, users],
      );
    if (tries > 1) await this.endWaiting(tx, id, end, now);
  }

  /**
   * Updates the notes that still say WAITING after an earlier attempt. If the e-mail is still about the user of a note,
   * the note gets the outcome, because `noteEnd` may have skipped a locked user. Any other note becomes DROPPED.
   */
  private async endWaiting(tx: Tx, letter: string, { outcome, users }: LetterEnd, now: Date): Promise<void> {
    await tx.run(
      `UPDATE last_letter l SET at = $2,
              outcome = CASE WHEN $4::uuid[] IS NULL OR l.user_id = ANY($4) THEN $3 ELSE 'DROPPED' END
         FROM (SELECT user_id FROM last_letter WHERE letter_id = $1 AND outcome = 'WAITING'
                ORDER BY user_id FOR UPDATE SKIP LOCKED) w
        WHERE l.user_id = w.user_id`,
      [letter, now, outcome, users ?? null],
    );
  }

  /**
   * Compares the last e-mail to each present user of the account, and returns the one that was requested last. Leaves
   * out kinds that only a newer version knows.
   */
  findLastOfAccount(tx: Tx, account: string): Promise<LastLetter | undefined> {
    return tx.row<LastLetter>(
      `SELECT l.kind, u.username, l.email, l.at, l.outcome
         FROM app_user u JOIN last_letter l ON l.county_id = u.county_id AND l.user_id = u.id
        WHERE u.account_id = $1 AND l.kind = ANY($2)
        ORDER BY coalesce(l.requested_at, l.at) DESC, l.at DESC, u.username_key LIMIT 1`,
      [account, mailKinds],
    );
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

type LastLetter = Omit<NonNullable<AccountMail['last']>, 'at'> & { readonly at: Date };
