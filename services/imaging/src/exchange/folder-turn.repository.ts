import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/**
 * How long a process holds its turn. This is longer than one document takes, even if the document has to wait while
 * other documents are stamped.
 */
const LEASE = `interval '10 minutes'`;

/**
 * Gives the folder of a county to one process at a time. If that process dies, another process gets the folder when the
 * lease has ended.
 */
@Injectable()
export class FolderTurnRepository {
  /**
   * Gives the turn to the owner, or renews the lease of the owner's turn.
   * @returns false while another owner has the turn
   */
  async take(tx: Tx, owner: string): Promise<boolean> {
    const taken = await tx.run(
      `INSERT INTO exchange_turn AS turn (county_id, lease_owner, lease_until)
       VALUES ($1, $2, clock_timestamp() + ${LEASE})
       ON CONFLICT (county_id) DO UPDATE
          SET lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
        WHERE turn.lease_owner = excluded.lease_owner OR turn.lease_until < clock_timestamp()`,
      [tx.countyId, owner],
    );
    return taken === 1;
  }

  /** Ends the turn, so that another process can begin at once. */
  async end(tx: Tx, owner: string): Promise<void> {
    await tx.run(
      `UPDATE exchange_turn SET lease_until = '-infinity' WHERE county_id = $1 AND lease_owner = $2`,
      [tx.countyId, owner],
    );
  }
}
