import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Profile, StoredProfile } from '@portal/proto/http/profile';
import type { Language } from '@portal/proto/roles';
import { LastSaves } from '../accounts/last-saves.js';
import { USER_VERSION } from '../users/user-version.sql.js';

export interface ConfirmedEmail {
  /** The previous e-mail address; may be empty. */
  readonly before: string;
  readonly username: string;
  readonly language: Language;
}

@Injectable()
export class ProfileRepository {
  private readonly saves = new LastSaves('app_user u', USER_VERSION);

  /**
   * Reads the profile. Leaves out the new address if its link has expired, or no longer works because the password was
   * changed.
   */
  find(tx: Tx, user: string, now: Date): Promise<StoredProfile | undefined> {
    return tx.row<StoredProfile>(
      `SELECT first_name AS "firstName", last_name AS "lastName", company, address, city, state, zip, email,
              CASE WHEN EXISTS (SELECT 1 FROM ticket t WHERE t.user_id = $1 AND t.purpose = 'EMAIL'
                                   AND t.used_at IS NULL AND t.expires_at > $2)
                     OR EXISTS (SELECT 1 FROM letter l WHERE l.user_id = $1 AND l.kind = 'NEW_EMAIL')
                   THEN new_email ELSE '' END AS "newEmail", phone_format AS "phoneFormatType", phone
         FROM app_user WHERE id = $1`,
      [user, now],
    );
  }

  /**
   * Saves only the fields that users may set themselves (S10). The current address stays.
   * @param newEmail the address that waits for confirmation; empty when there is none
   */
  async save(
    tx: Tx,
    user: string,
    { profile, newEmail }: { profile: Profile; newEmail: string },
    now: Date,
  ): Promise<void> {
    await tx.run(
      `UPDATE app_user SET first_name = $2, last_name = $3, company = $4, address = $5, city = $6, state = $7,
              zip = $8, new_email = $9, phone_format = $10, phone = $11, updated_at = $12
        WHERE id = $1`,
      [
        user,
        profile.firstName,
        profile.lastName,
        profile.company,
        profile.address,
        profile.city,
        profile.state,
        profile.zip,
        newEmail,
        profile.phoneFormatType,
        profile.phone,
        now,
      ],
    );
    await this.saves.noteOwn(tx, user, now);
  }

  /**
   * Makes the new address the user's current one.
   * @returns the old and the new address; undefined when no new address waits for confirmation
   */
  async confirmNewEmail(tx: Tx, user: string, now: Date): Promise<ConfirmedEmail | undefined> {
    const confirmed = await tx.row<ConfirmedEmail>(
      `UPDATE app_user AS u SET email = u.new_email, new_email = '', email_confirmed_at = $2, updated_at = $2
         FROM (SELECT id, email, username, language FROM app_user WHERE id = $1 FOR UPDATE) AS before
        WHERE u.id = before.id AND u.new_email <> '' AND u.status <> 'P'
        RETURNING before.email AS before, before.username, before.language`,
      [user, now],
    );
    if (confirmed) await this.saves.noteOwn(tx, user, now);
    return confirmed;
  }

  /**
   * Finds when the user of a session last proved their identity, at the sign-in or later; undefined after the session's
   * end.
   */
  async signedInAt(tx: Tx, session: string): Promise<Date | undefined> {
    const row = await tx.row<{ at: Date }>(
      'SELECT coalesce(proved_at, created_at) AS at FROM session WHERE id = $1 AND ended_at IS NULL',
      [session],
    );
    return row?.at;
  }
}
