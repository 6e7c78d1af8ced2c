import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Role } from '@portal/proto/roles';

interface SignedInRow {
  username: string;
  role: Role;
  account_name: string | null;
  created_at: Date;
  last_seen: Date;
}

/** Reads the sessions that have not ended, for the office. */
@Injectable()
export class SignedInRepository {
  /**
   * Counts people and sessions by role. All guests share one user, so only the number of their sessions is informative.
   */
  async countByRole(tx: Tx): Promise<{ role: Role; people: number; sessions: number }[]> {
    const rows = await tx.rows<{ role: Role; people: string; sessions: string }>(
      `SELECT u.role, count(DISTINCT u.id) AS people, count(*) AS sessions
         FROM session s JOIN app_user u ON u.county_id = s.county_id AND u.id = s.user_id
        WHERE s.county_id = $1 AND s.ended_at IS NULL GROUP BY u.role ORDER BY u.role`,
      [tx.countyId],
    );
    return rows.map(({ role, people, sessions }) => ({
      role,
      people: Number(people),
      sessions: Number(sessions),
    }));
  }

  /** Lists the sessions that were used last, with their users. */
  async newest(tx: Tx, limit: number) {
    const rows = await tx.rows<SignedInRow>(
      `SELECT u.username, u.role, a.name AS account_name, s.created_at, s.last_seen
         FROM session s JOIN app_user u ON u.county_id = s.county_id AND u.id = s.user_id
         LEFT JOIN account a ON a.county_id = u.county_id AND a.id = u.account_id
        WHERE s.county_id = $1 AND s.ended_at IS NULL ORDER BY s.last_seen DESC, s.id LIMIT $2`,
      [tx.countyId, limit],
    );
    return rows.map((row) => ({
      ...{ username: row.username, role: row.role, accountName: row.account_name ?? '' },
      since: row.created_at.toISOString(),
      lastSeen: row.last_seen.toISOString(),
    }));
  }
}
