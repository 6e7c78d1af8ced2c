import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { DownloadOrder } from './download-order.entity.js';
import { ImageState } from './image-state.entity.js';
import { LEASE_MS, mayMove, type ImageStateState, type OrderState } from './order.states.js';
import { assignmentsOf, orderColumns, orderOf } from './order-row.js';
import type { WrittenPdf } from './page-renderer.js';

/** A row that waits for the completer, with the columns that the worker role can read. */
export interface DueRow {
  readonly id: string;
  readonly countyId: string;
}

const visitOf = `
  SELECT id, county_id AS "countyId", user_id AS "userId", session_id AS "sessionId", account_id AS "accountId", state,
         document_key AS "documentKey", page_selection_method AS "pageSelectionMethod",
         pages_selected AS "pagesSelected", created_at AS "createdAt", expires_at AS "expiresAt"
    FROM image_state WHERE county_id = $1 AND id = $2`;

/** Closes the visit of an order, in the statement that also changes the order. */
const CLOSE_VISIT_OF_ORDER = `
  UPDATE image_state v SET state = $4 FROM download_order o
   WHERE o.county_id = $1 AND o.id = $2 AND o.state = $3
     AND v.county_id = $1 AND v.id = o.image_state_id AND v.state = 'PRICED'`;

/** A change of an order's state, with the other changes that the same statement makes. */
export interface OrderMove {
  readonly from: OrderState;
  readonly to: OrderState;
  readonly changes?: Partial<DownloadOrder>;
  /** True if the change also begins the lease of the attempt named in `changes`. */
  readonly leased?: boolean;
  /** The state in which the order's visit is closed; undefined if the visit stays open. */
  readonly visit?: Exclude<ImageStateState, 'PRICED'>;
  /**
   * True if the change is the last statement of the transaction and commits it. The transaction fails if the order is
   * not in the state `from`. Cannot be combined with `visit`.
   */
  readonly isLast?: boolean;
}

@Injectable()
export class OrderRepository {
  async insertImageState(tx: Tx, state: ImageState): Promise<void> {
    await tx.repository(ImageState).insert(state);
  }

  async insertOrder(tx: Tx, order: DownloadOrder): Promise<void> {
    await tx.repository(DownloadOrder).insert(order);
  }

  async findImageState(tx: Tx, guid: string): Promise<ImageState | undefined> {
    return tx.row<ImageState>(visitOf, [tx.countyId, guid]);
  }

  /**
   * Locks an image state. Every change of an image state or its orders calls this method first, so that two windows
   * wait for each other.
   */
  async lockImageState(tx: Tx, guid: string): Promise<ImageState | undefined> {
    return tx.row<ImageState>(`${visitOf} FOR UPDATE`, [tx.countyId, guid]);
  }

  async closeImageState(tx: Tx, guid: string, to: Exclude<ImageStateState, 'PRICED'>): Promise<boolean> {
    const { affected } = await tx
      .repository(ImageState)
      .update({ countyId: tx.countyId, id: guid, state: 'PRICED' }, { state: to });
    return affected === 1;
  }

  /**
   * Stores what changes when an order is priced again: the time at which the price expires, and the account to which
   * the user belongs now.
   */
  async extendImageState(
    tx: Tx,
    guid: string,
    changes: Pick<ImageState, 'expiresAt' | 'accountId'>,
  ): Promise<void> {
    await tx.repository(ImageState).update({ countyId: tx.countyId, id: guid, state: 'PRICED' }, changes);
  }

  /** Finds an image state's newest order that is not voided; if all its orders are voided, the newest of them. */
  async findOrder(tx: Tx, imageStateId: string): Promise<DownloadOrder | undefined> {
    const row = await tx.row(
      `SELECT ${orderColumns(tx)} FROM download_order o WHERE o.county_id = $1 AND o.image_state_id = $2
        ORDER BY o.state = 'VOIDED', o.created_at DESC LIMIT 1`,
      [tx.countyId, imageStateId],
    );
    return row && orderOf(tx, row);
  }

  async findOrderById(tx: Tx, id: string): Promise<DownloadOrder | undefined> {
    return (await tx.repository(DownloadOrder).findOneBy({ countyId: tx.countyId, id })) ?? undefined;
  }

  /** Returns the order and locks it until the transaction ends. */
  async lockOrder(tx: Tx, id: string): Promise<DownloadOrder> {
    await tx.run('SELECT 1 FROM download_order WHERE county_id = $1 AND id = $2 FOR UPDATE', [
      tx.countyId,
      id,
    ]);
    return tx.repository(DownloadOrder).findOneByOrFail({ countyId: tx.countyId, id });
  }

  /**
   * Locks the visit of an order, then the order, so that neither can change until the transaction ends. Returns the
   * order's state.
   */
  async lockState(tx: Tx, { id, imageStateId }: DownloadOrder): Promise<OrderState> {
    const locked = await tx.row<{ state: OrderState }>(
      `SELECT o.state FROM image_state v JOIN download_order o ON o.image_state_id = v.id
        WHERE v.county_id = $1 AND v.id = $2 AND o.id = $3 FOR UPDATE`,
      [tx.countyId, imageStateId, id],
    );
    if (!locked) throw new Error(`order ${id} has no visit`);
    return locked.state;
  }

  /**
   * Changes an order's state from `from` to `to`. No other method changes the state.
   * @returns false when the order is not in the state `from`; then nothing is changed
   * @throws when the table of states has no such transition, or when `isLast` is true and nothing is changed
   */
  async moveOrder(
    tx: Tx,
    id: string,
    { from, to, changes = {}, leased = false, visit, isLast = false }: OrderMove,
  ): Promise<boolean> {
    if (!mayMove(from, to)) throw new Error(`an order does not move from ${from} to ${to}`);
    const given = [tx.countyId, id, from, ...(visit ? [visit] : [])];
    const { assignments, values } = assignmentsOf(tx, { ...changes, state: to }, given.length + 1);
    if (leased) assignments.push(`lease_until = clock_timestamp() + interval '${LEASE_MS} ms'`);
    const statement = `${visit ? `WITH closed AS (${CLOSE_VISIT_OF_ORDER}) ` : ''}UPDATE download_order SET ${assignments.join(', ')}
        WHERE county_id = $1 AND id = $2 AND state = $3`;
    const all = [...given, ...values];
    if (!isLast) return (await tx.run(statement, all)) === 1;
    // COMMIT is sent in the same message, so this process cannot check the count of rows before the commit. If no row
    // is updated, the statement divides by zero and PostgreSQL does not commit.
    await tx.last(`WITH moved AS (${statement} RETURNING 1) SELECT 1 / count(*) FROM moved`, all);
    return true;
  }

  /** Stores the current location of a paid order's PDF. */
  async keepObject(tx: Tx, id: string, { objectKey, sha256, size }: WrittenPdf): Promise<void> {
    await tx.run(
      `UPDATE download_order SET object_key = $3, object_sha256 = $4, object_size = $5
        WHERE county_id = $1 AND id = $2 AND state IN ('PAID', 'DELIVERED')`,
      [tx.countyId, id, objectKey, sha256, size],
    );
  }

  /**
   * Claims an order and counts the attempt; undefined when another process has claimed the order, or the order is
   * finished.
   */
  async claim(tx: Tx, id: string, owner: string): Promise<DownloadOrder | undefined> {
    const claimed = await tx.run(
      `UPDATE download_order SET lease_owner = $3, lease_until = clock_timestamp() + $4 * interval '1 ms',
              attempts = attempts + 1
        WHERE id = (SELECT id FROM download_order
                     WHERE county_id = $1 AND id = $2 AND state IN ('HELD', 'RENDERED')
                       AND (lease_until IS NULL OR lease_until < clock_timestamp())
                       FOR UPDATE SKIP LOCKED)`,
      [tx.countyId, id, owner, LEASE_MS],
    );
    return claimed === 1 ? this.findOrderById(tx, id) : undefined;
  }

  /** Extends the lease of an attempt. False when the lease was lost. */
  async renewLease(tx: Tx, id: string, owner: string): Promise<boolean> {
    const renewed = await tx.run(
      `UPDATE download_order SET lease_until = clock_timestamp() + $4 * interval '1 ms'
        WHERE county_id = $1 AND id = $2 AND lease_owner = $3 AND state IN ('HELD', 'RENDERED')`,
      [tx.countyId, id, owner, LEASE_MS],
    );
    return renewed === 1;
  }

  /**
   * Claims purchases with an expired lease, in all counties, and counts the attempt; runs in the worker's transaction.
   * Concurrent callers get other purchases without waiting.
   */
  claimAbandoned(tx: Tx, owner: string, limit: number): Promise<DueRow[]> {
    return tx.rows<DueRow>(
      `WITH due AS MATERIALIZED (
         SELECT id FROM download_order WHERE state IN ('HELD', 'RENDERED')
            AND lease_until < clock_timestamp() ORDER BY lease_until LIMIT $2 FOR UPDATE SKIP LOCKED)
       UPDATE download_order o SET lease_owner = $1, lease_until = clock_timestamp() + $3 * interval '1 ms',
              attempts = attempts + 1
         FROM due WHERE o.id = due.id
       RETURNING o.id, o.county_id AS "countyId"`,
      [owner, limit, LEASE_MS],
    );
  }

  /**
   * Finds image states of all counties with an expired price and no payment in progress; runs as the worker.
   * @param except counties that are left out
   */
  findExpired(tx: Tx, now: Date, limit: number, except: readonly string[]): Promise<DueRow[]> {
    return tx.rows<DueRow>(
      `SELECT v.id, v.county_id AS "countyId" FROM image_state v
        WHERE v.state = 'PRICED' AND v.expires_at < $1 AND v.county_id <> ALL ($3)
          AND NOT EXISTS (SELECT 1 FROM download_order o
                           WHERE o.image_state_id = v.id AND o.state IN ('HELD', 'RENDERED'))
        ORDER BY v.expires_at LIMIT $2`,
      [now, limit, except],
    );
  }

  /** Locks the image states that are still PRICED, until the transaction ends. Skips those that are locked already. */
  async lockWaiting(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const rows = await tx.rows<{ id: string }>(
      `SELECT id FROM image_state WHERE county_id = $1 AND id = ANY ($2::uuid[]) AND state = 'PRICED'
          FOR UPDATE SKIP LOCKED`,
      [tx.countyId, ids],
    );
    return rows.map(({ id }) => id);
  }
}
