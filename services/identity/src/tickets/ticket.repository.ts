import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { hashToken, newToken } from '@portal/infra/session-cache';
import { TicketRow, type TicketPurpose } from './ticket.entity.js';

/** How long an expired ticket is kept. After that, it is deleted when any new ticket is created. */
const KEPT_MS = 24 * 60 * 60_000;

/** Stores tickets of 256 random bits as hashes. */
@Injectable()
export class TicketRepository {
  /**
   * Creates a ticket and ends the user's previous one for this purpose.
   * @returns the ticket itself, which goes only into the e-mail
   */
  async issue(
    tx: Tx,
    o: { user: string; purpose: TicketPurpose; now: Date; lifeMs: number },
  ): Promise<string> {
    const ticket = newToken();
    await tx.run(
      'DELETE FROM ticket WHERE (user_id = $1 AND purpose = $2 AND used_at IS NULL) OR expires_at < $3',
      [o.user, o.purpose, new Date(o.now.getTime() - KEPT_MS)],
    );
    await tx.repository(TicketRow).insert({
      countyId: tx.countyId,
      id: randomUUID(),
      userId: o.user,
      purpose: o.purpose,
      ticketHash: hashToken(ticket),
      createdAt: o.now,
      expiresAt: new Date(o.now.getTime() + o.lifeMs),
      usedAt: null,
    });
    return ticket;
  }

  /** Finds the user of a valid ticket, without using the ticket up. */
  async find(tx: Tx, purpose: TicketPurpose, ticket: string, now: Date): Promise<string | undefined> {
    const row = await tx.row<{ user: string }>(
      `SELECT user_id AS "user" FROM ticket
        WHERE ticket_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3`,
      [hashToken(ticket), purpose, now],
    );
    return row?.user;
  }

  /**
   * Uses up the ticket and returns its user. The user's row stays locked until the transaction ends, so of two
   * concurrent calls only one gets the user. The user is locked before the ticket, as in every change of a user, so
   * that no two changes wait for each other.
   */
  async use(tx: Tx, purpose: TicketPurpose, ticket: string, now: Date): Promise<string | undefined> {
    await tx.run(
      'SELECT id FROM app_user WHERE id = (SELECT user_id FROM ticket WHERE ticket_hash = $1) FOR UPDATE',
      [hashToken(ticket)],
    );
    const row = await tx.row<{ user: string }>(
      `UPDATE ticket SET used_at = $3
        WHERE ticket_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
        RETURNING user_id AS "user"`,
      [hashToken(ticket), purpose, now],
    );
    return row?.user;
  }

  async hasLive(tx: Tx, user: string, purpose: TicketPurpose, now: Date): Promise<boolean> {
    const row = await tx.row(
      `SELECT 1 AS found FROM ticket
        WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3`,
      [user, purpose, now],
    );
    return row !== undefined;
  }

  /**
   * Ends the user's unused links for one purpose, for example when the user replaces the address that a link would
   * confirm.
   */
  async endOfPurpose(tx: Tx, user: string, purpose: TicketPurpose): Promise<void> {
    await tx.run('DELETE FROM ticket WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL', [
      user,
      purpose,
    ]);
  }

  /**
   * Ends all unused links that were mailed to the user, for example because the password or the e-mail address has
   * changed. Also discards an unconfirmed new address; otherwise an unsent e-mail to that address would get a new link.
   */
  async endOf(tx: Tx, user: string): Promise<void> {
    await tx.run('DELETE FROM ticket WHERE user_id = $1 AND used_at IS NULL', [user]);
    await tx.run(`UPDATE app_user SET new_email = '' WHERE id = $1 AND new_email <> ''`, [user]);
  }
}
