import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Candidate } from './sign-in.rules.js';

@Injectable()
export class SignInRepository {
  /**
   * Finds the user with a name, regardless of case, and tells whether the user has signed in from this network since
   * `knownSince`.
   */
  findCandidate(tx: Tx, username: string, place: string, knownSince: Date): Promise<Candidate | undefined> {
    return tx.row<Candidate>(FIND_CANDIDATE, [username, place, knownSince]);
  }

  /** Finds by id a user who has proved their identity without a password of the portal. */
  findUser(tx: Tx, id: string, place: string, knownSince: Date): Promise<Candidate | undefined> {
    return tx.row<Candidate>(FIND_USER, [id, place, knownSince]);
  }
}

const SIGNED_IN = `SELECT 1 FROM login_attempt l
                    WHERE l.county_id = u.county_id AND l.user_id = u.id AND l.outcome = 'SIGNED_IN' AND l.at > $3`;

const COLUMNS = `u.id, u.username, u.role, u.status, u.account_id AS account, a.status AS "accountStatus",
         EXISTS (${SIGNED_IN} AND l.address = $2) AS "knownHere",
         EXISTS (${SIGNED_IN}) AS "knownAnywhere"`;

// a user of the county's identity provider has no password, even if the table of passwords has a row for the user
const FIND_CANDIDATE = `
  SELECT ${COLUMNS}, c.hash, c.changed_at::text AS "passwordSetAt", f.confirmed_at::text AS "factorAddedAt"
    FROM app_user u
    JOIN credential c ON c.county_id = u.county_id AND c.user_id = u.id
    LEFT JOIN second_factor f ON f.county_id = u.county_id AND f.user_id = u.id
    LEFT JOIN account a ON a.county_id = u.county_id AND a.id = u.account_id
   WHERE u.username_key = $1
     AND NOT EXISTS (SELECT 1 FROM provider_user p WHERE p.county_id = u.county_id AND p.user_id = u.id)`;

const FIND_USER = `
  SELECT ${COLUMNS}, '' AS hash, NULL AS "passwordSetAt", NULL AS "factorAddedAt"
    FROM app_user u
    LEFT JOIN account a ON a.county_id = u.county_id AND a.id = u.account_id
   WHERE u.id = $1`;
