import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/** An account view that has ended. */
export interface EndedView {
  /** The id of the staff user who began the view. */
  readonly user: string;
  readonly account: string;
  /** The name of the account; empty if neither `account` nor `former_account` has it. */
  readonly name: string;
  readonly beganAt: Date;
  /** The earliest of three times: when `end` was called, when the view's time was up, and when its session ended. */
  readonly endedAt: Date;
}

/** A view whose end is not stored yet. */
interface OpenView {
  readonly session: string;
  readonly view: string;
}

/** Reads and writes the columns of `session` that store the account view of a staff user. */
@Injectable()
export class AccountViewRepository {
  /**
   * Returns name and status of an account, and locks both until the transaction ends; undefined if there is no such
   * account.
   */
  lockAccount(tx: Tx, account: string): Promise<{ name: string; status: 'A' | 'I' } | undefined> {
    return tx.row('SELECT name, status FROM account WHERE id = $1 FOR SHARE', [account]);
  }

  /** @returns false if the session has ended or does not belong to staff */
  async begin(
    tx: Tx,
    session: string,
    view: { id: string; account: string; beganAt: Date; until: Date },
  ): Promise<boolean> {
    const changed = await tx.run(
      `UPDATE session SET view_id = $2, view_account = $3, view_began_at = $4, view_until = $5
        WHERE id = $1 AND ended_at IS NULL
          AND user_id IN (SELECT id FROM app_user WHERE role IN ('TRIMIN', 'COUNTY'))`,
      [session, view.id, view.account, view.beganAt, view.until],
    );
    return changed > 0;
  }

  /**
   * Ends the account views of these sessions, even if the sessions themselves have ended.
   * @param view if given, only the view with this id ends, because a session may have begun another view since
   */
  end(tx: Tx, sessions: readonly string[], now: Date, view?: string): Promise<EndedView[]> {
    return tx.rows<EndedView>(
      `WITH seen AS (
         SELECT id, user_id, view_account, view_began_at, least($2, view_until, ended_at) AS view_ended_at FROM session
          WHERE id = ANY($1) AND view_account IS NOT NULL AND ($3::uuid IS NULL OR view_id = $3) ORDER BY id FOR UPDATE)
       UPDATE session s SET view_id = NULL, view_account = NULL, view_began_at = NULL, view_until = NULL
         FROM seen WHERE s.id = seen.id
       RETURNING seen.user_id AS "user", seen.view_account AS account, seen.view_began_at AS "beganAt",
         seen.view_ended_at AS "endedAt",
         coalesce((SELECT name FROM account a WHERE a.id = seen.view_account),
                  (SELECT name FROM former_account f WHERE f.id = seen.view_account), '') AS name`,
      [sessions, now, view ?? null],
    );
  }

  /**
   * Lists live sessions with an account view that is over: the view's time is up, the viewed account is inactive or
   * deleted, or the session's user is no longer staff.
   */
  listOver(tx: Tx, now: Date): Promise<OpenView[]> {
    return tx.rows<OpenView>(
      `SELECT s.id AS session, s.view_id AS view FROM session s
         JOIN app_user u ON u.county_id = s.county_id AND u.id = s.user_id
         LEFT JOIN account a ON a.county_id = s.county_id AND a.id = s.view_account
        WHERE s.ended_at IS NULL AND s.view_account IS NOT NULL
          AND (s.view_until <= $1 OR a.status IS DISTINCT FROM 'A' OR u.role NOT IN ('TRIMIN', 'COUNTY'))`,
      [now],
    );
  }

  /**
   * Lists at most 100 ended sessions that still have a view. Processes of earlier versions end sessions without their
   * views.
   */
  listLeftOpen(tx: Tx): Promise<OpenView[]> {
    return tx.rows<OpenView>(
      `SELECT id AS session, view_id AS view FROM session
        WHERE view_account IS NOT NULL AND ended_at IS NOT NULL ORDER BY view_account LIMIT 100`,
    );
  }
}
