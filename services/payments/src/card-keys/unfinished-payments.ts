import type { Tx } from '@portal/infra/db';
import { isWithOffice } from '../balances/with-office.sql.js';

/**
 * Queries for unfinished work of the county's merchants other than $2. Each query reads a partial index that holds only
 * unfinished work. The order of the queries matters: rows that one query finds may lead to new rows for a later query,
 * but never for an earlier one.
 */
const underWay = [
  `SELECT 1 AS found FROM payment_attempt
    WHERE county_id = $1 AND next_look_at IS NOT NULL AND merchant_ref <> $2 ORDER BY next_look_at LIMIT 1`,
  `SELECT 1 AS found FROM card_authorization
    WHERE county_id = $1 AND state IN ('AUTHORIZED', 'CLOSING') AND merchant_ref <> $2 ORDER BY next_try_at LIMIT 1`,
  // until the office has recorded the document, the card payment for it may have to be refunded, and only the merchant
  // that received the payment can refund it
  `SELECT 1 AS found
     FROM (SELECT account_id, attempt_id FROM filing_charge
            WHERE county_id = $1 AND ${isWithOffice} AND attempt_id IS NOT NULL) f
     JOIN payment_attempt t ON t.id = f.attempt_id AND t.merchant_ref <> $2 ORDER BY f.account_id LIMIT 1`,
  `SELECT 1 AS found FROM filing_refund
    WHERE county_id = $1 AND next_try_at IS NOT NULL AND merchant_ref <> $2 ORDER BY next_try_at LIMIT 1`,
];

/** True while card payments of another merchant of the county are unfinished. */
export async function hasUnfinishedOfOthers(tx: Tx, merchant: string): Promise<boolean> {
  for (const statement of underWay) if (await tx.row(statement, [tx.countyId, merchant])) return true;
  return false;
}
