import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/** The role of an invited user: COUNTY for the county's own first user, or TRIMIN. */
export type InvitedRole = 'COUNTY' | 'TRIMIN';

/** Users whom an operator invites to a county that is being set up. */
@Injectable()
export class FirstUserRepository {
  /**
   * Locks the user with this name, if there is one, so that the user cannot set a password while the invitation is
   * written.
   */
  async lock(tx: Tx, username: string): Promise<void> {
    await tx.run('SELECT id FROM app_user WHERE username_key = lower($1) FOR UPDATE', [username]);
  }

  /**
   * Finds an active COUNTY user who prevents the invitation: a user who has a password, or one whose username differs
   * from that of the invited user. First waits for other changes of COUNTY users.
   * @returns the user's username; undefined if the invitation may be written
   */
  async findOther(tx: Tx, username: string): Promise<string | undefined> {
    await tx.run(`SELECT pg_advisory_xact_lock(hashtext('county users ' || $1))`, [tx.countyId]);
    const found = await tx.row<{ username: string }>(
      `SELECT u.username FROM app_user u
        WHERE u.role = 'COUNTY' AND u.status = 'A'
          AND (u.username_key <> lower($1)
               OR EXISTS (SELECT 1 FROM credential c WHERE c.county_id = u.county_id AND c.user_id = u.id))
        LIMIT 1`,
      [username],
    );
    return found?.username;
  }

  /**
   * Finds the TRIMIN user with this name if the user already has a password. The county may have several TRIMIN users.
   */
  async findProvider(tx: Tx, username: string): Promise<string | undefined> {
    const found = await tx.row<{ username: string }>(
      `SELECT u.username FROM app_user u JOIN credential c ON c.county_id = u.county_id AND c.user_id = u.id
        WHERE u.username_key = lower($1) AND u.role = 'TRIMIN'`,
      [username],
    );
    return found?.username;
  }

  /** Finds the id of the active user with this name and role; undefined if no such user was invited before. */
  async findInvited(tx: Tx, username: string, role: InvitedRole): Promise<string | undefined> {
    const found = await tx.row<{ id: string }>(
      `SELECT id FROM app_user WHERE username_key = lower($1) AND role = $2 AND status = 'A'`,
      [username, role],
    );
    return found?.id;
  }
}
