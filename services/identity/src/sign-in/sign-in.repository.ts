import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Candidate } from './sign-in.rules.js';

@Injectable()
export class SignInRepository {
  /** The user of a name, ignoring case, and whether they signed in from this network since `knownSince`. */
  findCandidate(tx: Tx, username: string, place: string, knownSince: Date): Promise<Candidate | undefined> {
    return tx.row<Candidate>(FIND_CANDIDATE, [username, place, knownSince]);
  }
}

const SIGNED_IN = `SELECT 1 FROM login_attempt l
                    WHERE l.county_id = u.county_id AND l.user_id = u.id AND l.outcome = 'SIGNED_IN' AND l.at > $3`;

const FIND_CANDIDATE = `
  SELECT u.id, u.username, u.role, u.status, u.account_id AS account, a.status AS "accountStatus", c.hash,
         EXISTS (${SIGNED_IN} AND l.address = $2) AS "knownHere",
         EXISTS (${SIGNED_IN}) AS "knownAnywhere"
    FROM app_user u
    JOIN credential c ON c.county_id = u.county_id AND c.user_id = u.id
    LEFT JOIN account a ON a.county_id = u.county_id AND a.id = u.account_id
   WHERE u.username_key = $1`;
