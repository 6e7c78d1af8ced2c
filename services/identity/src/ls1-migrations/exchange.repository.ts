import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { UserStatus } from '@portal/proto/roles';
import type { AccountTerms } from '@portal/proto/rpc/actor';
import { removeUsers } from '../users/user-removal.js';
import { STAYS } from './staging.repository.js';

interface ToldUser {
  readonly user: string;
  readonly account: string;
  readonly role: string;
  readonly status: UserStatus;
  readonly username: string;
  /** The e-mail address of a user who was added; missing for a user who was removed. */
  readonly email?: string;
  /** The position of a user among all added users, from 1; missing for a user who was removed. */
  readonly turn?: number;
}
interface ToldAccount {
  readonly account: string;
  readonly name: string;
  readonly status: 'A' | 'I';
  readonly terms: AccountTerms;
}

/** What other services are told about an account or user that was removed or added. */
export type Change =
  | Told<'USER_OUT', ToldUser>
  | Told<'USER_IN', ToldUser>
  | Told<'ACCOUNT_OUT', ToldAccount>
  | Told<'ACCOUNT_IN', ToldAccount>;

interface Told<What extends string, T> {
  readonly place: number;
  readonly what: What;
  readonly told: T;
}

const USER = `jsonb_build_object('user', u.id, 'account', coalesce(u.account_id::text, ''), 'role', u.role,
  'username', u.username, 'status'`;
const ACCOUNT = `'terms', jsonb_build_object('accountType', a.account_type, 'paymentMethod', a.payment_method,
  'imageChargeMethod', a.image_charge_method, 'certificateChargeMethod', a.certificate_charge_method,
  'imageRetrieval', a.image_retrieval, 'previewRetrieval', a.preview_retrieval,
  'certificateRetrieval', a.certificate_retrieval, 'certificatePreviewRetrieval', a.certificate_preview_retrieval,
  'userReload', a.user_reload)`;
const account = (status: string): string =>
  `jsonb_build_object('account', a.id, 'name', a.name, 'status', ${status}, ${ACCOUNT})`;
/** Returns SQL that adds changes to the list of changes, about which other services are told later. */
const changes = (what: Change['what'], told: string, from: string, id: string): string =>
  `INSERT INTO ls1_change (county_id, migration_id, place, what, id, told)
   SELECT $1, $2, (SELECT coalesce(max(place), 0) FROM ls1_change WHERE county_id = $1 AND migration_id = $2)
            + row_number() OVER (ORDER BY ${id}), '${what}', ${id}, ${told} ${from}`;

/** Exchanges the previous accounts and users for those of LS1, all in one transaction. */
@Injectable()
export class ExchangeRepository {
  /**
   * Locks the accounts and then the users who are to be removed, so that none of these users can sign in until the
   * transaction ends.
   */
  async lockOld(tx: Tx): Promise<void> {
    await tx.run(
      `SELECT id FROM account a WHERE a.county_id = $1 AND NOT EXISTS (
         SELECT 1 FROM app_user u WHERE u.county_id = a.county_id AND u.account_id = a.id AND u.${STAYS})
        ORDER BY id FOR UPDATE`,
      [tx.countyId],
    );
    await this.lockUsers(tx);
  }

  /** Locks the users who are to be removed, so that none of them can sign in. @returns the ids of these users */
  async lockUsers(tx: Tx): Promise<string[]> {
    const users = await tx.rows<{ id: string }>(
      `SELECT id FROM app_user WHERE county_id = $1 AND NOT ${STAYS} ORDER BY id FOR UPDATE`,
      [tx.countyId],
    );
    return users.map(({ id }) => id);
  }

  /**
   * Removes users whom the transaction has locked, and then all accounts that have no users.
   * @returns how many accounts and users were removed
   */
  async removeOld(tx: Tx, migration: string, users: readonly string[], now: Date): Promise<number> {
    const of = [tx.countyId, migration];
    const leaving = 'FROM app_user u WHERE u.county_id = $1 AND u.id = ANY ($3::uuid[])';
    await tx.run(changes('USER_OUT', `${USER}, 'I')`, leaving, 'u.id'), [...of, users]);
    await removeUsers(tx, users, now);
    // an account is kept if it has a user who is not removed
    const empty = `FROM account a WHERE a.county_id = $1 AND NOT EXISTS (
      SELECT 1 FROM app_user u WHERE u.county_id = a.county_id AND u.account_id = a.id)`;
    await tx.run(changes('ACCOUNT_OUT', account(`'I'`), empty, 'a.id'), of);
    await tx.run(
      `INSERT INTO former_account (county_id, id, name, land_link_account, post_to_land_link, deleted_at)
       SELECT county_id, id, name, land_link_account, post_to_land_link, $2 ${empty}`,
      [tx.countyId, now],
    );
    return users.length + (await tx.run(`DELETE ${empty}`, [tx.countyId]));
  }

  /**
   * @param today the county's day, as YYYY-MM-DD; the monthly tasks of the added accounts count as done through that
   * day
   */
  async addNew(tx: Tx, migration: string, now: Date, today: string): Promise<void> {
    const of = [tx.countyId, migration];
    await tx.run(ADD_ACCOUNTS, [...of, now, today]);
    await tx.run(ADD_USERS, [...of, now]);
    await tx.run('DELETE FROM ls1_origin WHERE county_id = $1', [tx.countyId]);
    await tx.run(
      `INSERT INTO ls1_origin (county_id, what, number, id)
       SELECT county_id, what, number, id FROM ls1_staged WHERE county_id = $1 AND migration_id = $2`,
      of,
    );
    const staged = (what: string): string =>
      `ls1_staged s WHERE s.county_id = $1 AND s.migration_id = $2 AND s.what = '${what}'`;
    const accounts = `FROM account a WHERE a.county_id = $1 AND a.id IN (SELECT s.id FROM ${staged('ACCOUNT')})`;
    await tx.run(changes('ACCOUNT_IN', account('a.status'), accounts, 'a.id'), of);
    const users = `FROM app_user u WHERE u.county_id = $1 AND u.id IN (SELECT s.id FROM ${staged('USER')})`;
    const told = `${USER}, u.status, 'email', u.email, 'turn', row_number() OVER (ORDER BY u.id))`;
    await tx.run(changes('USER_IN', told, users, 'u.id'), of);
  }

  /** Lists the changes after a position, in their order. */
  listChanges(tx: Tx, migration: string, after: bigint, limit: number): Promise<Change[]> {
    return tx.rows<Change>(
      `SELECT place, what, told FROM ls1_change WHERE county_id = $1 AND migration_id = $2 AND place > $3
        ORDER BY place LIMIT $4`,
      [tx.countyId, migration, String(after), limit],
    );
  }
}

const ADD_ACCOUNTS = `
  INSERT INTO account (county_id, id, name, status, account_type, payment_method, image_charge_method,
    certificate_charge_method, image_retrieval, preview_retrieval, certificate_retrieval,
    certificate_preview_retrieval, monthly_fee, flat_fee_rate_level, address, city, state, zip, phone, email,
    land_link_account, post_to_land_link, updated_at, last_tasks)
  SELECT s.county_id, s.id, s.name, s.status, f.account_type, f.payment_method, f.image_charge_method,
         f.certificate_charge_method, f.image_retrieval, f.preview_retrieval, f.certificate_retrieval,
         f.certificate_preview_retrieval, f.monthly_fee, f.flat_fee_rate_level, f.address, f.city, f.state, f.zip,
         f.phone, f.email, f.land_link_account, f.post_to_land_link, $3, $4
    FROM ls1_staged s CROSS JOIN LATERAL jsonb_to_record(s.fields) AS f (account_type text, payment_method text,
         image_charge_method text, certificate_charge_method text, image_retrieval boolean,
         preview_retrieval boolean, certificate_retrieval boolean, certificate_preview_retrieval boolean,
         monthly_fee integer, flat_fee_rate_level smallint, address text, city text, state text, zip text,
         phone text, email text, land_link_account text, post_to_land_link boolean)
   WHERE s.county_id = $1 AND s.migration_id = $2 AND s.what = 'ACCOUNT'`;

const ADD_USERS = `
  INSERT INTO app_user (county_id, id, username, first_name, last_name, email, role, status, language, account_id,
    company, address, city, state, zip, phone, created_at, updated_at)
  SELECT s.county_id, s.id, s.name, f.first_name, f.last_name, f.email, s.role, s.status, 'ENGLISH', a.id, f.company,
         f.address, f.city, f.state, f.zip, f.phone, $3, $3
    FROM ls1_staged s CROSS JOIN LATERAL jsonb_to_record(s.fields) AS f (first_name text, last_name text, email text,
         company text, address text, city text, state text, zip text, phone text)
    LEFT JOIN ls1_staged a ON a.county_id = s.county_id AND a.migration_id = s.migration_id AND a.what = 'ACCOUNT'
         AND a.number = s.account
   WHERE s.county_id = $1 AND s.migration_id = $2 AND s.what = 'USER'`;
