import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Language } from '@portal/proto/roles';
import type { Registration } from '../letters/letter.entity.js';
import type { UserStatus } from '../users/user.entity.js';

interface Known {
  readonly id: string;
  readonly email: string;
  readonly status: UserStatus;
  readonly registeredAt: Date | null;
  readonly account: string | null;
}

export type Newcomer = Omit<Registration, 'hash'> & {
  readonly id: string;
  readonly account: string;
  readonly language: Language;
  readonly disputed: boolean;
};

export interface Confirmed {
  readonly id: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly account: string | null;
  readonly role: string;
}

@Injectable()
export class NewcomerRepository {
  /** Finds the user and locks the row until the transaction ends. */
  findByUsername(tx: Tx, username: string): Promise<Known | undefined> {
    return tx.row<Known>(
      `SELECT id, email, status, registered_at AS "registeredAt", account_id AS account FROM app_user
        WHERE username_key = lower($1) FOR UPDATE`,
      [username],
    );
  }

  /** Saves a pending user, or replaces all fields of the pending user with this id. */
  async save(tx: Tx, newcomer: Newcomer, now: Date): Promise<void> {
    await tx.run(SAVE, [
      tx.countyId,
      newcomer.id,
      newcomer.username,
      newcomer.firstName,
      newcomer.lastName,
      newcomer.email,
      newcomer.language,
      newcomer.account,
      newcomer.company,
      newcomer.address,
      newcomer.city,
      newcomer.state,
      newcomer.zip,
      newcomer.phoneFormatType,
      newcomer.phone,
      now,
      newcomer.disputed,
    ]);
  }

  /**
   * Finds the username of a registration, and whether the registration is disputed. The user may still be pending, or
   * staff may have activated the user since the registration.
   */
  findWaiting(tx: Tx, id: string): Promise<{ username: string; disputed: boolean } | undefined> {
    return tx.row(
      `SELECT username, registration_disputed AS disputed FROM app_user WHERE id = $1 AND status IN ('P', 'A')`,
      [id],
    );
  }

  /**
   * Activates a pending user; a user whom staff activated in the meantime stays active. Returns undefined for any
   * other user.
   */
  activate(tx: Tx, id: string, now: Date): Promise<Confirmed | undefined> {
    return tx.row<Confirmed>(
      `UPDATE app_user SET status = 'A', email_confirmed_at = $2, updated_at = $2 WHERE id = $1 AND status IN ('P', 'A')
       RETURNING id, username, first_name AS "firstName", last_name AS "lastName", account_id AS account, role`,
      [id, now],
    );
  }
}

const SAVE = `
  INSERT INTO app_user (county_id, id, username, first_name, last_name, email, role, status, language, account_id,
                        company, address, city, state, zip, phone_format, phone, registered_at, created_at, updated_at,
                        registration_disputed)
  VALUES ($1, $2, $3, $4, $5, $6, 'USER', 'P', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $16, $17)
  ON CONFLICT (county_id, id) DO UPDATE SET
    username = excluded.username, first_name = excluded.first_name, last_name = excluded.last_name,
    email_confirmed_at = NULL, new_email = '',
    email = excluded.email, role = excluded.role, language = excluded.language, account_id = excluded.account_id,
    company = excluded.company, address = excluded.address, city = excluded.city, state = excluded.state,
    zip = excluded.zip, phone_format = excluded.phone_format, phone = excluded.phone,
    registered_at = excluded.registered_at, updated_at = excluded.updated_at,
    registration_disputed = excluded.registration_disputed`;
