import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Language } from '@portal/proto/roles';
import type { UserStatus } from './user.entity.js';
import type { UserFields } from './user.rules.js';

const FIELDS = `id, username, first_name AS "firstName", last_name AS "lastName", email, role, status, language,
                account_id AS account`;

@Injectable()
export class UserRepository {
  /**
   * Finds the user and locks the row until the transaction ends. A change that ends the user's sessions or links must
   * lock this row before the rows that depend on it, so that no session begins and no link is mailed during the change.
   * A change that also locks an account must lock the account first, as sign-ins and changes of accounts do.
   */
  findForChange(tx: Tx, id: string): Promise<UserFields | undefined> {
    return tx.row<UserFields>(`SELECT ${FIELDS} FROM app_user WHERE id = $1 FOR UPDATE`, [id]);
  }

  /** Blocks sign-ins of the account's users until the transaction ends. */
  async lockOfAccount(tx: Tx, account: string): Promise<void> {
    await tx.run('SELECT id FROM app_user WHERE account_id = $1 ORDER BY id FOR UPDATE', [account]);
  }

  async isUsernameTaken(tx: Tx, username: string, byAnotherThan: string): Promise<boolean> {
    const found = await tx.row(
      'SELECT 1 AS found FROM app_user WHERE username_key = lower($1) AND id <> $2',
      [username, byAnotherThan],
    );
    return found !== undefined;
  }

  /** True for a user who signs in at the county's identity provider and has no password at the portal. */
  async isProvided(tx: Tx, id: string): Promise<boolean> {
    return (await tx.row('SELECT 1 AS found FROM provider_user WHERE user_id = $1', [id])) !== undefined;
  }

  /**
   * Records that the office has set the user's status, so that rejoining a group at the identity provider does not
   * activate the user.
   */
  async keepFromReturning(tx: Tx, id: string): Promise<void> {
    await tx.run('UPDATE provider_user SET left_groups = false WHERE user_id = $1 AND left_groups', [id]);
  }

  async save(tx: Tx, user: UserFields, now: Date): Promise<void> {
    await tx.run(SAVE_USER, [
      tx.countyId,
      user.id,
      user.username,
      user.firstName,
      user.lastName,
      user.email,
      user.role,
      user.status,
      user.language,
      user.account,
      now,
    ]);
  }

  /** Returns false when the user already had this status. */
  async setStatus(tx: Tx, id: string, status: UserStatus, now: Date): Promise<boolean> {
    const changed = await tx.run(
      `UPDATE app_user SET status = $2, updated_at = $3, left_with_account = false
        WHERE id = $1 AND status <> $2`,
      [id, status, now],
    );
    return changed === 1;
  }

  /**
   * Records when somebody else created the user or changed how the user signs in. Also used when a sign-in at the
   * identity provider creates a user or changes the user's status or role, because staff choose the groups whose
   * members become staff (DECISIONS.md#panel-70).
   */
  async noteAccess(tx: Tx, id: string, at: Date): Promise<void> {
    await tx.run('UPDATE app_user SET access_set_at = $2 WHERE id = $1', [id, at]);
  }

  /**
   * Finds when somebody else last changed how the user signs in: null for never, undefined when no such user exists.
   */
  async findAccess(tx: Tx, id: string): Promise<{ setAt: Date | null } | undefined> {
    return tx.row<{ setAt: Date | null }>('SELECT access_set_at AS "setAt" FROM app_user WHERE id = $1', [
      id,
    ]);
  }

  /** Sets the user's language. A guest keeps the county's language, because many people share that user. */
  async speak(tx: Tx, id: string, language: Language): Promise<void> {
    await tx.run(`UPDATE app_user SET language = $2 WHERE id = $1 AND language <> $2 AND role <> 'GUEST'`, [
      id,
      language,
    ]);
  }

  /** Records that the user's address is confirmed. Call it after the user has used a link that was mailed there. */
  async confirmEmail(tx: Tx, id: string, now: Date): Promise<void> {
    await tx.run('UPDATE app_user SET email_confirmed_at = coalesce(email_confirmed_at, $2) WHERE id = $1', [
      id,
      now,
    ]);
  }

  /**
   * Sets the status of an active user to L (locked).
   * @returns false when the user was not active, for example because another call locked them first
   */
  async lock(tx: Tx, id: string, now: Date): Promise<boolean> {
    const changed = await tx.run(
      `UPDATE app_user SET status = 'L', updated_at = $2 WHERE id = $1 AND status = 'A'`,
      [id, now],
    );
    return changed === 1;
  }
}

const SAVE_USER = `
  INSERT INTO app_user (county_id, id, username, first_name, last_name, email, role, status, language, account_id,
                        created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
  ON CONFLICT (county_id, id) DO UPDATE SET
    username = excluded.username, first_name = excluded.first_name, last_name = excluded.last_name,
    email_confirmed_at = CASE WHEN app_user.email_key = excluded.email_key THEN app_user.email_confirmed_at END,
    new_email = CASE WHEN app_user.email_key = excluded.email_key THEN app_user.new_email ELSE '' END,
    email = excluded.email, role = excluded.role, status = excluded.status, language = excluded.language,
    account_id = excluded.account_id, updated_at = excluded.updated_at`;
