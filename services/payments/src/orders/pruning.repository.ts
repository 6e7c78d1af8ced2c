import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { DueRow } from './order.repository.js';

/** The choice of rows for a batch: at most `limit` rows, all older than `before`, and not of a county in `except`. */
export interface PruningBatch {
  readonly before: Date;
  readonly except: readonly string[];
  readonly limit: number;
}

/** A visit and its position in the sequence in which visits are pruned. */
export interface ClosedVisit extends DueRow {
  readonly expiresAt: Date;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Finds and deletes rows that led to no purchase. The `list…` methods read all counties with the worker role; the other
 * methods work on one county.
 */
@Injectable()
export class PruningRepository {
  /** Lists orders that were voided and for which money was never reserved. */
  listUnheld(tx: Tx, { before, except, limit }: PruningBatch): Promise<DueRow[]> {
    return tx.rows<DueRow>(
      `SELECT id, county_id AS "countyId" FROM download_order
        WHERE state = 'VOIDED' AND held_at IS NULL AND created_at < $1 AND county_id <> ALL ($3)
        ORDER BY created_at LIMIT $2`,
      [before, limit, except],
    );
  }

  deleteUnheld(tx: Tx, ids: readonly string[]): Promise<number> {
    return tx.run(
      `DELETE FROM download_order
        WHERE county_id = $1 AND id = ANY ($2::uuid[]) AND state = 'VOIDED' AND held_at IS NULL`,
      [tx.countyId, ids],
    );
  }

  /**
   * Lists the next closed visits after the visit `after`. Visits that have an order are never deleted, so a batch that
   * always began at the oldest visit would find the same visits again and again.
   */
  listClosed(
    tx: Tx,
    { before, except, limit }: PruningBatch,
    after: ClosedVisit | undefined,
  ): Promise<ClosedVisit[]> {
    return tx.rows<ClosedVisit>(
      `SELECT id, county_id AS "countyId", expires_at AS "expiresAt" FROM image_state
        WHERE state IN ('EXPIRED', 'CANCELLED') AND expires_at < $1 AND (expires_at, id) > ($2, $3::uuid)
          AND county_id <> ALL ($5)
        ORDER BY expires_at, id LIMIT $4`,
      [before, after?.expiresAt ?? new Date(0), after?.id ?? NO_ID, limit, except],
    );
  }

  /** Deletes the closed visits that have no order, and the client references of these visits. */
  async deleteClosed(tx: Tx, ids: readonly string[]): Promise<number> {
    const unused = await tx.rows<{ id: string }>(
      `SELECT id FROM image_state v
        WHERE county_id = $1 AND id = ANY ($2::uuid[]) AND state IN ('EXPIRED', 'CANCELLED')
          AND NOT EXISTS (SELECT 1 FROM download_order o WHERE o.county_id = v.county_id AND o.image_state_id = v.id)
          FOR UPDATE SKIP LOCKED`,
      [tx.countyId, ids],
    );
    const which = [tx.countyId, unused.map(({ id }) => id)];
    await tx.run(
      'DELETE FROM client_reference WHERE county_id = $1 AND image_state_id = ANY ($2::uuid[])',
      which,
    );
    return tx.run('DELETE FROM image_state WHERE county_id = $1 AND id = ANY ($2::uuid[])', which);
  }

  /** Lists visits to the bundle windows in which nothing was bought. */
  listUnsold(tx: Tx, { before, except, limit }: PruningBatch): Promise<DueRow[]> {
    return tx.rows<DueRow>(
      `SELECT id, county_id AS "countyId" FROM add_on
        WHERE state <> 'BOUGHT' AND expires_at < $1 AND county_id <> ALL ($3) ORDER BY expires_at LIMIT $2`,
      [before, limit, except],
    );
  }

  deleteUnsold(tx: Tx, ids: readonly string[]): Promise<number> {
    return tx.run(`DELETE FROM add_on WHERE county_id = $1 AND id = ANY ($2::uuid[]) AND state <> 'BOUGHT'`, [
      tx.countyId,
      ids,
    ]);
  }
}
