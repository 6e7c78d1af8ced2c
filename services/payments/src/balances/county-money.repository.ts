import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { isWithOffice } from './with-office.sql.js';

/** Queries for unfinished work. Each query reads a partial index that holds only unfinished work. */
const underWay = [
  `SELECT 1 AS found FROM download_order WHERE county_id = $1 AND state IN ('HELD', 'RENDERED') ORDER BY account_id LIMIT 1`,
  'SELECT 1 AS found FROM payment_attempt WHERE county_id = $1 AND next_look_at IS NOT NULL ORDER BY next_look_at LIMIT 1',
  `SELECT 1 AS found FROM card_authorization
    WHERE county_id = $1 AND state IN ('AUTHORIZED', 'CLOSING') ORDER BY next_try_at LIMIT 1`,
  // a fee is unfinished until the office takes it or gives it back, even if the payer pays by invoice
  `SELECT 1 AS found FROM filing_charge
    WHERE county_id = $1 AND ${isWithOffice} AND total_minor > 0 ORDER BY account_id LIMIT 1`,
  'SELECT 1 AS found FROM filing_refund WHERE county_id = $1 AND next_try_at IS NOT NULL ORDER BY next_try_at LIMIT 1',
  `SELECT 1 AS found FROM office_entry WHERE county_id = $1 AND state = 'WAITING' ORDER BY entered_at LIMIT 1`,
];

/** Reads whether a county has ever dealt with money. */
@Injectable()
export class CountyMoneyRepository {
  /** True if the county has entries besides the demo's opening balances, which the launcher makes. */
  async hasEntries(tx: Tx): Promise<boolean> {
    const found = await tx.row(
      `SELECT 1 AS found FROM journal_entry
        WHERE county_id = $1 AND NOT (op_type = 'OVERRIDE' AND op_key LIKE 'demo opening %')
        ORDER BY op_type, op_key LIMIT 1`,
      [tx.countyId],
    );
    return found !== undefined;
  }

  /**
   * True while an order, a card page, an authorized card, an e-filed document, a refund or a correction is not
   * finished.
   */
  async isUnderWay(tx: Tx): Promise<boolean> {
    for (const statement of underWay) if (await tx.row(statement, [tx.countyId])) return true;
    return false;
  }
}
