import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { CodeDescription } from '@portal/proto/http/envelope';

const MOST = 500;

export interface Named {
  user: string;
  username: string;
}

@Injectable()
export class CodeListRepository {
  /** @param account whose users alone are listed; null for all of the county */
  listUsers(tx: Tx, account: string | null, begins: string): Promise<CodeDescription[]> {
    return tx.rows<CodeDescription>(USERS, [account, begins, MOST]);
  }

  /** @param account whose users alone are named; null for all of the county */
  listUsernames(tx: Tx, account: string | null, users: readonly string[]): Promise<Named[]> {
    return tx.rows<Named>(USERNAMES, [account, users]);
  }

  /** @param account that alone is listed; null for all of the county */
  listAccounts(tx: Tx, account: string | null, begins: string): Promise<CodeDescription[]> {
    return tx.rows<CodeDescription>(ACCOUNTS, [account, begins, MOST]);
  }
}

const USERS = `
  SELECT username AS code, concat_ws(', ', nullif(last_name, ''), nullif(first_name, '')) AS description
  FROM app_user
  WHERE ($1::uuid IS NULL OR account_id = $1)
    AND (starts_with(lower(username), lower($2)) OR starts_with(lower(last_name), lower($2))
         OR starts_with(lower(first_name), lower($2)))
  ORDER BY lower(username)
  LIMIT $3`;

const ACCOUNTS = `
  SELECT id AS code, name AS description
  FROM account
  WHERE ($1::uuid IS NULL OR id = $1) AND starts_with(lower(name), lower($2))
  ORDER BY lower(name)
  LIMIT $3`;

const USERNAMES = `
  SELECT id AS user, username
  FROM app_user
  WHERE ($1::uuid IS NULL OR account_id = $1) AND id = ANY ($2::uuid[])`;
