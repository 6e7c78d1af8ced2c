import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { CodeDescription } from '@portal/proto/http/envelope';
import type { DescribedAccount } from '@portal/proto/rpc/identity';
import { In } from 'typeorm';
import { AccountRow } from '../accounts/account.entity.js';
import { termsOf } from '../accounts/account.rules.js';

const MOST = 500;

export interface Named {
  user: string;
  username: string;
}

@Injectable()
export class CodeListRepository {
  /** @param account the account whose users are listed; null lists all users of the county */
  listUsers(tx: Tx, account: string | null, begins: string): Promise<CodeDescription[]> {
    return tx.rows<CodeDescription>(account === null ? USERS : USERS_OF_ACCOUNT, [
      begins,
      MOST,
      ...(account === null ? [] : [account]),
    ]);
  }

  /** @param account the account to which the users must belong; null allows all users of the county */
  listUsernames(tx: Tx, account: string | null, users: readonly string[]): Promise<Named[]> {
    return tx.rows<Named>(USERNAMES, [account, users]);
  }

  async describeAccounts(tx: Tx, accounts: readonly string[]): Promise<DescribedAccount[]> {
    const rows = await tx.repository(AccountRow).findBy({ countyId: tx.countyId, id: In([...accounts]) });
    return rows.map((row) => ({ id: row.id, name: row.name, status: row.status, terms: termsOf(row) }));
  }

  /** @param account the only account to list; null lists all accounts of the county */
  listAccounts(tx: Tx, account: string | null, begins: string): Promise<CodeDescription[]> {
    return tx.rows<CodeDescription>(account === null ? ACCOUNTS : ONE_ACCOUNT, [
      begins,
      MOST,
      ...(account === null ? [] : [account]),
    ]);
  }
}

const CODE = `username AS code, concat_ws(', ', nullif(last_name, ''), nullif(first_name, '')) AS description`;

/**
 * Returns the SQL condition that a column begins with $1. It is a range, because a byte-ordered index supports ranges.
 * The upper bound is $1 followed by U+10FFFF, the last character of Unicode.
 */
const begins = (key: string): string =>
  `${key} >= lower($1) AND ${key} < lower($1) || U&'\\+10FFFF' COLLATE "C"`;

const usersBy = (key: string): string =>
  `(SELECT ${CODE}, username_key FROM app_user WHERE ${begins(key)} ORDER BY ${key} LIMIT $2)`;

const USERS = `
  SELECT code, description FROM (
    ${usersBy('username_key')} UNION ${usersBy('last_name_key')} UNION ${usersBy('first_name_key')}) u
  ORDER BY username_key LIMIT $2`;

const USERS_OF_ACCOUNT = `
  SELECT ${CODE} FROM app_user
  WHERE account_id = $3 AND (${begins('username_key')} OR ${begins('last_name_key')} OR ${begins('first_name_key')})
  ORDER BY username_key LIMIT $2`;

const ACCOUNTS = `
  SELECT id AS code, name AS description FROM account WHERE ${begins('name_key')} ORDER BY name_key LIMIT $2`;

const ONE_ACCOUNT = `
  SELECT id AS code, name AS description FROM account WHERE id = $3 AND ${begins('name_key')} LIMIT $2`;

const USERNAMES = `
  SELECT id AS user, username FROM app_user
  WHERE ($1::uuid IS NULL OR account_id = $1) AND id = ANY ($2::uuid[])
  UNION ALL
  SELECT id AS user, username FROM former_user
  WHERE ($1::uuid IS NULL OR account_id = $1) AND id = ANY ($2::uuid[])`;
