import type { Tx } from '@portal/infra/db';
import type { Actor } from '@portal/proto/rpc/actor';

/** Who made the last save of an entry. */
export interface Saver {
  /** Empty if the portal itself saved the entry. */
  readonly username: string;
  /** The saver's account; null for staff. */
  readonly account: string | null;
  readonly at: Date;
}

/** Compares the version of an entry with the one that a page has read, and keeps the last save of each entry. */
export class LastSaves {
  /**
   * @param table the table of the entries, with the alias that `version` uses
   * @param version SQL of the version of an entry
   */
  constructor(
    private readonly table: 'account a' | 'app_user u',
    private readonly version: string,
  ) {}

  /**
   * True if the entry still has this version, which a page has read; undefined matches every version. The caller must
   * have locked the entry, so that the answer stays true until the transaction ends.
   */
  async isVersion(tx: Tx, id: string, version: string | undefined): Promise<boolean> {
    if (version === undefined) return true;
    const found = await tx.row(
      `SELECT 1 AS found FROM ${this.table} WHERE id = $1 AND ${this.version} = $2`,
      [id, version],
    );
    return found !== undefined;
  }

  /**
   * True if the entry was last saved with this key and still has the version that this save made: the caller repeats a
   * save because the answer was lost.
   */
  async isRepeated(tx: Tx, id: string, key: string): Promise<boolean> {
    const found = await tx.row(
      `SELECT 1 AS found FROM ${this.table} WHERE id = $1 AND last_save = $2 || ' ' || ${this.version}`,
      [id, key],
    );
    return found !== undefined;
  }

  /** Stores the key of the save that the transaction has just made, and who made it. */
  async note(tx: Tx, id: string, key: string, { user }: Pick<Actor, 'user'>, at: Date): Promise<void> {
    await tx.run(
      `UPDATE ${this.table} SET last_save = $2 || ' ' || ${this.version}, saved_by = $3, saved_at = $4 WHERE id = $1`,
      [id, key, user, at],
    );
  }

  /** Stores that a user changed their own entry, unless the entry still has the values of the last stored save. */
  async noteOwn(tx: Tx, user: string, at: Date): Promise<void> {
    await tx.run(
      `UPDATE ${this.table} SET last_save = ' ' || ${this.version}, saved_by = id, saved_at = $2
        WHERE id = $1 AND right(last_save, 64) IS DISTINCT FROM ${this.version}`,
      [user, at],
    );
  }

  /**
   * Finds who saved the present values of an entry. Returns undefined if the last stored save did not make these
   * values: for example, if the billing service has changed the entry since then, or if the entry was never saved.
   */
  findSaver(tx: Tx, id: string): Promise<Saver | undefined> {
    return tx.row<Saver>(
      `SELECT coalesce(s.username, f.username, '') AS username, coalesce(s.account_id, f.account_id) AS account,
              e.saved_at AS at
         FROM (SELECT saved_by, saved_at FROM ${this.table}
                WHERE id = $1 AND saved_at IS NOT NULL AND right(last_save, 64) = ${this.version}) e
         LEFT JOIN app_user s ON s.id = e.saved_by LEFT JOIN former_user f ON f.id = e.saved_by`,
      [id],
    );
  }
}
