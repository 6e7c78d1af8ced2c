import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Language } from '@portal/proto/roles';
import type { UserStatus } from '../users/user.entity.js';

/** Somebody a letter can go to. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
  readonly status: UserStatus;
  readonly accountStatus: 'A' | 'I' | null;
  /** A link that was mailed to the address was used. */
  readonly confirmed: boolean;
  /** The username is the user's own words; the office's otherwise. */
  readonly registered: boolean;
  readonly newEmail: string;
}

/**
 * Whether a letter to the address may say the username. To an address that nobody has confirmed the county sends no
 * word of a user's own: it may belong to a stranger, and the words be somebody's advertisement.
 */
export const mayBeNamed = ({ confirmed, registered }: Person): boolean => confirmed || !registered;
/** Who is greeted by name; an office's own spelling can be changed in the profile. */
export const greeted = ({ confirmed, firstName }: Person): string => (confirmed ? firstName : '');

const COLUMNS = `u.id, u.username, u.first_name AS "firstName", u.email, u.status, a.status AS "accountStatus",
                     u.email_confirmed_at IS NOT NULL AS confirmed, u.registered_at IS NOT NULL AS registered,
                     u.new_email AS "newEmail"`;
const FROM = `FROM app_user u LEFT JOIN account a ON a.county_id = u.county_id AND a.id = u.account_id`;
const FIND = `SELECT ${COLUMNS} ${FROM}`;

/** Nobody has more names than fit into a letter. */
const MOST = 50;

@Injectable()
export class PersonRepository {
  find(tx: Tx, id: string): Promise<Person | undefined> {
    return tx.row<Person>(`${FIND} WHERE u.id = $1`, [id]);
  }

  /** Who acts for an account, with an address to write to. */
  listAdministrators(tx: Tx, account: string): Promise<(Person & { language: Language })[]> {
    return tx.rows<Person & { language: Language }>(
      `SELECT ${COLUMNS}, u.language ${FROM}
        WHERE u.account_id = $1 AND u.role = 'ACCOUNT' AND u.status = 'A' AND u.email <> ''
        ORDER BY u.username_key LIMIT ${MOST}`,
      [account],
    );
  }

  /** Users of an address, without regard to case. Guests share a sign-in and have no address of their own. */
  listByEmail(tx: Tx, email: string): Promise<Person[]> {
    return tx.rows<Person>(
      `${FIND} WHERE u.email_key = lower($1) AND u.role <> 'GUEST' ORDER BY u.username_key LIMIT ${MOST}`,
      [email],
    );
  }
}
