import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

export interface Grant {
  readonly accountId: string;
  readonly documentKey: string;
  readonly documentVersion: number;
  readonly orderId: string;
  readonly pages: readonly number[];
}

/**
 * Stores the pages that an account has paid for. Downloading again is free, because a download only reads this table
 * (payments/DESIGN.md#buying-pages).
 */
@Injectable()
export class EntitlementRepository {
  /** Returns the pages of the document that the account has bought. */
  async ownedPages(tx: Tx, accountId: string, documentKey: string): Promise<Set<number>> {
    const rows = await tx.rows<{ page: number }>(
      `SELECT page FROM entitlement
        WHERE county_id = $1 AND account_id = $2 AND doc_key = $3 AND revoked_at IS NULL`,
      [tx.countyId, accountId, documentKey],
    );
    return new Set(rows.map(({ page }) => page));
  }

  /**
   * Grants pages to the account and returns those that the account did not have yet; only these pages may be charged.
   */
  async grant(tx: Tx, { accountId, documentKey, documentVersion, orderId, pages }: Grant): Promise<number[]> {
    // in page order, so that two windows that buy the same pages wait instead of deadlocking
    const rows = await tx.rows<{ page: number }>(
      `INSERT INTO entitlement (county_id, account_id, doc_key, doc_version, order_id, page)
       SELECT $1, $2, $3, $4, $5, page FROM unnest($6::int[]) AS bought (page) ORDER BY page
       ON CONFLICT (county_id, account_id, doc_key, page) WHERE revoked_at IS NULL DO NOTHING RETURNING page`,
      [tx.countyId, accountId, documentKey, documentVersion, orderId, [...pages]],
    );
    return rows.map(({ page }) => page);
  }
}
