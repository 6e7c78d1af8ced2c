import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { ProviderPerson } from './provider-claims.rules.js';
import type { VisitPurpose } from './provider-visit.rules.js';

export interface Visit {
  readonly stateHash: string;
  readonly browserHash: string;
  readonly purpose: VisitPurpose;
  readonly sessionId: string | null;
  readonly beganAt: Date;
}

type Identified = Pick<ProviderPerson, 'issuer' | 'subject'>;

@Injectable()
export class ProviderRepository {
  async addVisit(tx: Tx, visit: Visit): Promise<void> {
    await tx.run(
      `INSERT INTO provider_visit (county_id, state_hash, browser_hash, purpose, session_id, began_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [tx.countyId, visit.stateHash, visit.browserHash, visit.purpose, visit.sessionId, visit.beganAt],
    );
  }

  /** Deletes and returns the visit, so that it cannot be used twice. */
  takeVisit(tx: Tx, stateHash: string, browserHash: string, since: Date): Promise<Visit | undefined> {
    return tx.row<Visit>(
      `DELETE FROM provider_visit WHERE state_hash = $1 AND browser_hash = $2 AND began_at > $3
       RETURNING state_hash AS "stateHash", browser_hash AS "browserHash", purpose, session_id AS "sessionId",
                 began_at AS "beganAt"`,
      [stateHash, browserHash, since],
    );
  }

  /** Finds the user of a person; the row is locked until the transaction ends. */
  findUser(
    tx: Tx,
    { issuer, subject }: Identified,
  ): Promise<{ id: string; leftGroups: boolean } | undefined> {
    return tx.row<{ id: string; leftGroups: boolean }>(
      `SELECT user_id AS id, left_groups AS "leftGroups" FROM provider_user
        WHERE issuer = $1 AND subject = $2 FOR UPDATE`,
      [issuer, subject],
    );
  }

  /** @returns false when another sign-in of the person has created the link first */
  async link(tx: Tx, user: string, { issuer, subject }: Identified): Promise<boolean> {
    const added = await tx.run(
      `INSERT INTO provider_user (county_id, user_id, issuer, subject, left_groups)
       VALUES ($1, $2, $3, $4, false) ON CONFLICT DO NOTHING`,
      [tx.countyId, user, issuer, subject],
    );
    return added === 1;
  }

  async markGroups(tx: Tx, user: string, leftGroups: boolean): Promise<void> {
    await tx.run('UPDATE provider_user SET left_groups = $2 WHERE user_id = $1', [user, leftGroups]);
  }

  async isLogoutUsed(tx: Tx, tokenHash: string): Promise<boolean> {
    const found = await tx.row(
      'SELECT 1 AS found FROM provider_logout WHERE county_id = $1 AND token_hash = $2',
      [tx.countyId, tokenHash],
    );
    return found !== undefined;
  }

  async useLogout(tx: Tx, tokenHash: string, now: Date): Promise<void> {
    await tx.run(
      `INSERT INTO provider_logout (county_id, token_hash, used_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [tx.countyId, tokenHash, now],
    );
  }

  /** Removes the visits and used logout tokens from before this time. At that age, the portal refuses both anyway. */
  async removeBefore(tx: Tx, before: Date): Promise<void> {
    await tx.run('DELETE FROM provider_visit WHERE began_at < $1', [before]);
    await tx.run('DELETE FROM provider_logout WHERE used_at < $1', [before]);
  }
}
