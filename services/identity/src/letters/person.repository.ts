import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Language } from '@portal/proto/roles';
import type { UserStatus } from '../users/user.entity.js';

/** A person who can receive mail. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
  readonly status: UserStatus;
  readonly accountStatus: 'A' | 'I' | null;
  /** True if a link that was mailed to the address was used. */
  readonly confirmed: boolean;
  /** True if the user chose the username; otherwise the office did. */
  readonly registered: boolean;
  readonly newEmail: string;
}

/**
 * True if an e-mail to the address may contain the username. Until the address is confirmed, it may be a stranger's,
 * and a username that the user chose could be an advertisement.
 */
export const mayBeNamed = ({ confirmed, registered }: Person): boolean => confirmed || !registered;
/**
 * Returns the name for the greeting; empty before the address is confirmed, because the address may be a stranger's.
 */
export const greeted = ({ confirmed, firstName }: Person): string => (confirmed ? firstName : '');

const COLUMNS = `u.id, u.username, u.first_name AS "firstName", u.email, u.status, a.status AS "accountStatus",
                     u.email_confirmed_at IS NOT NULL AS confirmed, u.registered_at IS NOT NULL AS registered,
                     u.new_email AS "newEmail"`;
const FROM = `FROM app_user u LEFT JOIN account a ON a.county_id = u.county_id AND a.id = u.account_id`;
const FIND = `SELECT ${COLUMNS} ${FROM}`;

/**
 * Excludes guests, who share a sign-in and have no address, and users of the county's identity provider, who have no
 * password to replace.
 */
const HAS_EMAIL = `u.email_key = lower($1) AND u.role <> 'GUEST'
  AND NOT EXISTS (SELECT 1 FROM provider_user p WHERE p.county_id = u.county_id AND p.user_id = u.id)`;

/** The maximum number of usernames in an e-mail. */
const MOST = 50;

@Injectable()
export class PersonRepository {
  find(tx: Tx, id: string): Promise<Person | undefined> {
    return tx.row<Person>(`${FIND} WHERE u.id = $1`, [id]);
  }

  /**
   * Finds a person to whom a link is mailed, and locks the row until the transaction ends. So either this method sees a
   * concurrent change of the address or the password, or the change finds the link and ends it.
   */
  findForLink(tx: Tx, id: string): Promise<Person | undefined> {
    return tx.row<Person>(`${FIND} WHERE u.id = $1 FOR SHARE OF u`, [id]);
  }

  /**
   * Finds the user with this address and name, both compared without regard to case, and locks the row like
   * `findForLink`.
   */
  findByEmailForLink(tx: Tx, email: string, username: string): Promise<Person | undefined> {
    return tx.row<Person>(`${FIND} WHERE ${HAS_EMAIL} AND u.username_key = lower($2) FOR SHARE OF u`, [
      email,
      username,
    ]);
  }

  /** Finds an active member of staff who has an e-mail address; undefined for everybody else. */
  findStaff(tx: Tx, id: string): Promise<(Person & { language: Language }) | undefined> {
    return tx.row<Person & { language: Language }>(
      `SELECT ${COLUMNS}, u.language ${FROM}
        WHERE u.id = $1 AND u.role IN ('TRIMIN', 'COUNTY') AND u.status = 'A' AND u.email <> ''`,
      [id],
    );
  }

  /** Lists active COUNTY and TRIMIN users whose e-mail address is confirmed. */
  listStaff(tx: Tx): Promise<(Person & { language: Language })[]> {
    return tx.rows<Person & { language: Language }>(
      `SELECT ${COLUMNS}, u.language ${FROM}
        WHERE u.role IN ('TRIMIN', 'COUNTY') AND u.status = 'A' AND u.email <> ''
          AND u.email_confirmed_at IS NOT NULL
        ORDER BY u.username_key`,
    );
  }

  /** Lists the active administrators of an account who have an e-mail address. */
  listAdministrators(tx: Tx, account: string): Promise<(Person & { language: Language })[]> {
    return tx.rows<Person & { language: Language }>(
      `SELECT ${COLUMNS}, u.language ${FROM}
        WHERE u.account_id = $1 AND u.role = 'ACCOUNT' AND u.status = 'A' AND u.email <> ''
        ORDER BY u.username_key LIMIT ${MOST}`,
      [account],
    );
  }

  /** Lists the users with this e-mail address, regardless of case. */
  listByEmail(tx: Tx, email: string): Promise<Person[]> {
    return tx.rows<Person>(`${FIND} WHERE ${HAS_EMAIL} ORDER BY u.username_key LIMIT ${MOST}`, [email]);
  }
}
