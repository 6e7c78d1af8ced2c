import type { Tx } from '@portal/infra/db';

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

  /** Stores the key of the save that the transaction has just made. */
  async note(tx: Tx, id: string, key: string): Promise<void> {
    await tx.run(`UPDATE ${this.table} SET last_save = $2 || ' ' || ${this.version} WHERE id = $1`, [
      id,
      key,
    ]);
  }
}
