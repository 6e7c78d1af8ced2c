import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { ResetCandidate } from './reset-mail.rules.js';

@Injectable()
export class ResetMailRepository {
  find(tx: Tx, user: string, now: Date): Promise<ResetCandidate | undefined> {
    return tx.row<ResetCandidate>(
      `SELECT u.username, u.email, u.language, u.role, u.status, u.account_id AS account, a.status AS "accountStatus",
              EXISTS (SELECT 1 FROM provider_user p WHERE p.county_id = u.county_id AND p.user_id = u.id) AS "isProvided",
              EXISTS (SELECT 1 FROM ticket t WHERE t.county_id = u.county_id AND t.user_id = u.id
                         AND t.purpose = 'PASSWORD' AND t.used_at IS NULL AND t.expires_at > $2) AS "hasLink"
         FROM app_user u LEFT JOIN account a ON a.county_id = u.county_id AND a.id = u.account_id
        WHERE u.id = $1`,
      [user, now],
    );
  }
}
