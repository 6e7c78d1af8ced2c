import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { UserStatus } from '../users/user.entity.js';

/** Somebody a letter can go to. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
  readonly status: UserStatus;
  readonly accountStatus: 'A' | 'I' | null;
}

const FIND = `SELECT u.id, u.username, u.first_name AS "firstName", u.email, u.status, a.status AS "accountStatus"
                FROM app_user u
                LEFT JOIN account a ON a.county_id = u.county_id AND a.id = u.account_id`;

/** Nobody has more names than fit into a letter. */
const MOST = 50;

@Injectable()
export class PersonRepository {
  find(tx: Tx, id: string): Promise<Person | undefined> {
    return tx.row<Person>(`${FIND} WHERE u.id = $1`, [id]);
  }

  /** Users of an address, without regard to case. Guests share a sign-in and have no address of their own. */
  listByEmail(tx: Tx, email: string): Promise<Person[]> {
    return tx.rows<Person>(
      `${FIND} WHERE lower(u.email) = lower($1) AND u.role <> 'GUEST' ORDER BY lower(u.username) LIMIT ${MOST}`,
      [email],
    );
  }
}
