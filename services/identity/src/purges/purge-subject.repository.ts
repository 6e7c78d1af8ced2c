import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { PurgedUser, PurgeOutcome } from '@portal/proto/http/purges';

/** A user whom a purge has found; `place` is the position in the purge's list. */
export interface Subject {
  readonly place: number;
  readonly user: string;
  readonly account: string;
}

/** A user as stored in the archive, without a password, code or session. */
export interface ArchivedUser {
  readonly place: number;
  readonly id: string;
  readonly line: string;
}

const SUBJECT = 's.place, s.user_id AS "user", s.account_id AS account';

/**
 * SQL that is true if the user has not changed since the purge found this user: every change of a user sets
 * `updated_at`. Once the condition is false, it stays false. So if it is true when the user is deleted, it was also
 * true when the archive was written, and the archive contains the user.
 */
const UNCHANGED = `u.updated_at = s.seen_at AND u.status IN ('I', 'P') AND coalesce(l.at, u.created_at) < $2`;
/**
 * SQL that is true if the user's account still pays by card. An account that now pays in another way may use images
 * that are left from an earlier flat fee. A purge does not check for such images, so it keeps the users of that
 * account.
 */
const PAYS_BY_CARD = `EXISTS (SELECT 1 FROM account c WHERE c.id = u.account_id AND c.payment_method = 'CREDIT_CARD')`;
/**
 * SQL that is true if the user has no open session. An inactive user still has one if the process that deactivated the
 * user was killed before it ended the session.
 */
const SIGNED_OUT = `NOT EXISTS (SELECT 1 FROM session e WHERE e.user_id = u.id AND e.ended_at IS NULL)`;

@Injectable()
export class PurgeSubjectRepository {
  /** Lists the next users with this outcome, in the order of the purge. */
  listNext(tx: Tx, purge: string, outcome: 'WAITING' | 'FREE', limit: number): Promise<Subject[]> {
    return tx.rows<Subject>(
      `SELECT ${SUBJECT} FROM user_purge_subject s
        WHERE s.county_id = $1 AND s.purge_id = $2 AND s.outcome IN ('WAITING', 'FREE') AND s.outcome = $3
        ORDER BY s.place LIMIT $4`,
      [tx.countyId, purge, outcome, limit],
    );
  }

  async setOutcomes(
    tx: Tx,
    purge: string,
    outcomes: readonly { place: number; outcome: PurgeOutcome }[],
  ): Promise<void> {
    await tx.run(
      `UPDATE user_purge_subject s SET outcome = o.outcome
         FROM unnest($3::int[], $4::text[]) AS o (place, outcome)
        WHERE s.county_id = $1 AND s.purge_id = $2 AND s.place = o.place`,
      [tx.countyId, purge, outcomes.map(({ place }) => place), outcomes.map(({ outcome }) => outcome)],
    );
  }

  /**
   * Lists, as lines of the archive, the users after a position who are to be deleted and have not changed since they
   * were found.
   */
  async listForArchive(tx: Tx, purge: string, signedInBefore: Date, after: number): Promise<ArchivedUser[]> {
    const rows = await tx.rows<{ place: number; user: { id: string } }>(
      `SELECT s.place, jsonb_build_object('id', u.id, 'username', u.username, 'firstName', u.first_name,
                'lastName', u.last_name, 'email', u.email, 'company', u.company, 'address', u.address, 'city', u.city,
                'state', u.state, 'zip', u.zip, 'phone', u.phone, 'role', u.role, 'status', u.status,
                'accountId', u.account_id, 'accountName', a.name, 'registeredAt', u.registered_at,
                'createdAt', u.created_at, 'updatedAt', u.updated_at, 'lastSignIn', l.at) AS "user"
         FROM user_purge_subject s JOIN app_user u ON u.id = s.user_id JOIN account a ON a.id = u.account_id
         LEFT JOIN last_sign_in l ON l.user_id = u.id
        WHERE s.county_id = $3 AND s.purge_id = $1 AND s.outcome IN ('WAITING', 'FREE') AND s.outcome = 'FREE'
          AND s.place > $4 AND ${UNCHANGED}
        ORDER BY s.place LIMIT 500`,
      [purge, signedInBefore, tx.countyId, after],
    );
    return rows.map(({ place, user }) => ({ place, id: user.id, line: `${JSON.stringify(user)}\n` }));
  }

  /**
   * Lists the users who have not changed since they were found, are not signed in, and whose account still pays by
   * card. Locks these users until the transaction ends.
   */
  async lockUnchanged(
    tx: Tx,
    purge: string,
    signedInBefore: Date,
    users: readonly string[],
  ): Promise<{ id: string; username: string; account: string; role: string }[]> {
    await tx.run('SELECT 1 FROM app_user WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [users]);
    return tx.rows(
      `SELECT u.id, u.username, u.account_id AS account, u.role
         FROM user_purge_subject s JOIN app_user u ON u.id = s.user_id LEFT JOIN last_sign_in l ON l.user_id = u.id
        WHERE s.county_id = $3 AND s.purge_id = $1 AND s.outcome IN ('WAITING', 'FREE') AND s.outcome = 'FREE'
          AND u.id = ANY ($4::uuid[]) AND ${UNCHANGED} AND ${SIGNED_OUT} AND ${PAYS_BY_CARD}
        ORDER BY u.id`,
      [purge, signedInBefore, tx.countyId, users],
    );
  }

  /** Lists the users that a purge has deleted. */
  async listDeleted(tx: Tx, purge: string): Promise<Set<string>> {
    const rows = await tx.rows<{ id: string }>(
      `SELECT user_id AS id FROM user_purge_subject
        WHERE county_id = $1 AND purge_id = $2 AND outcome = 'DELETED'`,
      [tx.countyId, purge],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Lists one page of the users that the purge has found, by username. */
  async list(
    tx: Tx,
    { purge, offset, limit }: { purge: string; offset: number; limit: number },
  ): Promise<PurgedUser[]> {
    const rows = await tx.rows<Omit<PurgedUser, 'lastSignIn'> & { lastSignIn: Date | null }>(
      `SELECT coalesce(u.username, f.username, '') AS username, coalesce(a.name, '') AS "accountName", u.status,
              l.at AS "lastSignIn", s.outcome
         FROM user_purge_subject s LEFT JOIN app_user u ON u.id = s.user_id
         LEFT JOIN former_user f ON f.id = s.user_id LEFT JOIN account a ON a.id = s.account_id
         LEFT JOIN last_sign_in l ON l.user_id = s.user_id
        WHERE s.county_id = $1 AND s.purge_id = $2 AND s.place > $3 ORDER BY s.place LIMIT $4`,
      [tx.countyId, purge, offset, limit],
    );
    return rows.map(({ lastSignIn, ...row }) => ({ ...row, lastSignIn: lastSignIn?.toISOString() ?? '' }));
  }
}
