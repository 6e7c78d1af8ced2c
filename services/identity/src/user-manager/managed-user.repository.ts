import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { ListedUser, ManagedUser, UserEntry } from '@portal/proto/http/user-manager';
import { LastSaves } from '../accounts/last-saves.js';
import { tallyOf } from '../tallies/tally.sql.js';
import { USER_VERSION } from '../users/user-version.sql.js';
import type { Managed } from './managed-user.rules.js';
import { asked, JOINED, pageOf, statusesAsked, type UserFilters, type UserQuery } from './user-list.sql.js';

const LISTED = `u.id, u.username, u.first_name AS "firstName", u.last_name AS "lastName", u.account_id AS "accountId",
                coalesce(a.name, '') AS "accountName", u.role, u.status`;
const ENTERED = `u.company, u.address, u.city, u.state, u.zip, u.email, u.phone_format AS "phoneFormatType", u.phone,
                 u.created_at AS "createdAt"`;

@Injectable()
export class ManagedUserRepository {
  readonly saves = new LastSaves('app_user u', USER_VERSION);

  /**
   * Lists one page of users in the wanted order.
   * @param account the account whose users are listed; null for all users of the county
   */
  list(tx: Tx, account: string | null, query: UserQuery): Promise<ListedUser[]> {
    const { chosen, order, values } = pageOf(account, query);
    return tx.rows<ListedUser>(
      `SELECT ${LISTED}
         FROM (${chosen}) chosen
         JOIN app_user u ON u.id = chosen.id LEFT JOIN account a ON a.id = u.account_id
        ORDER BY ${order}`,
      values,
    );
  }

  async count(tx: Tx, account: string | null, query: UserQuery): Promise<number> {
    const { found, values } = asked(account, query);
    const counted = await (account === null && query.filterText === ''
      ? tx.row<{ total: string }>(tallyOf('app_user', '$1'), [statusesAsked(query.statusType)])
      : tx.row<{ total: string }>(`SELECT count(*) AS total FROM (${found}) f`, values));
    return Number(counted?.total ?? 0);
  }

  /** Lists the next `limit` users after a username, without the time of their last sign-in. */
  async listBehind(
    tx: Tx,
    account: string | null,
    query: UserFilters,
    { after, limit }: { after: string | null; limit: number },
  ): Promise<ManagedUser[]> {
    const { found, values } = asked(account, query, { after });
    const rows = await tx.rows<Omit<ManagedUser, 'createdAt' | 'lastSignIn'> & { createdAt: Date }>(
      `SELECT ${LISTED}, ${ENTERED}
         FROM (SELECT id FROM (${found}) f ORDER BY key_1 LIMIT $${values.push(limit)}) chosen
         JOIN app_user u ON u.id = chosen.id LEFT JOIN account a ON a.id = u.account_id
        ORDER BY u.username_key`,
      values,
    );
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), lastSignIn: '' }));
  }

  async find(tx: Tx, id: string, signedInSince: Date): Promise<ManagedUser | undefined> {
    const row = await tx.row<Omit<ManagedUser, 'createdAt' | 'lastSignIn'> & SignInTimes>(
      `SELECT ${LISTED}, ${ENTERED}, ${USER_VERSION} AS version,
              (SELECT max(at) FROM login_attempt l WHERE l.user_id = u.id AND l.outcome = 'SIGNED_IN' AND l.at > $2)
                AS "lastSignIn"
         FROM ${JOINED} WHERE u.id = $1`,
      [id, signedInSince],
    );
    return (
      row && {
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastSignIn: row.lastSignIn?.toISOString() ?? '',
      }
    );
  }

  /** Finds the account of a deleted user; undefined if no such user was deleted. */
  findFormer(tx: Tx, id: string): Promise<{ account: string | null } | undefined> {
    return tx.row<{ account: string | null }>(
      'SELECT account_id AS account FROM former_user WHERE county_id = $1 AND id = $2',
      [tx.countyId, id],
    );
  }

  /** Counts the active COUNTY users. First waits for all other changes of COUNTY users. */
  async countCountyUsers(tx: Tx): Promise<number> {
    await tx.run(`SELECT pg_advisory_xact_lock(hashtext('county users ' || $1))`, [tx.countyId]);
    const found = await tx.row<{ total: string }>(
      `SELECT count(*) AS total FROM app_user WHERE role = 'COUNTY' AND status = 'A'`,
    );
    return Number(found?.total ?? 0);
  }

  /**
   * Saves the entry, except username, password and status. A new e-mail address takes effect at once, because staff
   * entered it. A user who was deactivated together with an account and then moves to another account stays inactive,
   * even when one of these accounts is activated.
   */
  async save(tx: Tx, id: string, entry: UserEntry, { role, account }: Managed, now: Date): Promise<void> {
    await tx.run(
      `UPDATE app_user SET first_name = $2, last_name = $3, company = $4, address = $5, city = $6, state = $7,
              zip = $8, phone_format = $9, phone = $10, role = $11, account_id = $12, updated_at = $13,
              left_with_account = left_with_account AND account_id IS NOT DISTINCT FROM $12,
              email_confirmed_at = CASE WHEN email_key = lower($14) THEN email_confirmed_at END, new_email = '',
              email = $14
        WHERE id = $1`,
      [
        ...[id, entry.firstName, entry.lastName, entry.company, entry.address, entry.city, entry.state],
        ...[entry.zip, entry.phoneFormatType, entry.phone, role, account, now, entry.email],
      ],
    );
  }
}

interface SignInTimes {
  readonly createdAt: Date;
  readonly lastSignIn: Date | null;
}
