import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Profile, StoredProfile } from '@portal/proto/http/people';

@Injectable()
export class ProfileRepository {
  find(tx: Tx, user: string): Promise<StoredProfile | undefined> {
    return tx.row<StoredProfile>(
      `SELECT first_name AS "firstName", last_name AS "lastName", company, address, city, state, zip, email,
              phone_format AS "phoneFormatType", phone
         FROM app_user WHERE id = $1`,
      [user],
    );
  }

  /** The user's own fields and no other (S10). */
  async save(tx: Tx, user: string, profile: Profile, now: Date): Promise<void> {
    await tx.run(
      `UPDATE app_user SET first_name = $2, last_name = $3, company = $4, address = $5, city = $6, state = $7,
              zip = $8, email = $9, phone_format = $10, phone = $11, updated_at = $12
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
        profile.email,
        profile.phoneFormatType,
        profile.phone,
        now,
      ],
    );
  }

  /** When the caller signed in; undefined when the session is over. */
  async signedInAt(tx: Tx, session: string): Promise<Date | undefined> {
    const row = await tx.row<{ at: Date }>(
      'SELECT created_at AS at FROM session WHERE id = $1 AND ended_at IS NULL',
      [session],
    );
    return row?.at;
  }
}
