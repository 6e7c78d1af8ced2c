import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { isWithOffice } from './with-office.sql.js';

const underWay = [
  `SELECT account_id FROM download_order
    WHERE county_id = $1 AND account_id = ANY ($2::uuid[]) AND state IN ('HELD', 'RENDERED')`,
  // only attempts that the sweeper still checks; no payment is expected for the others
  `SELECT account_id FROM payment_attempt
    WHERE county_id = $1 AND account_id = ANY ($2::uuid[])
      AND next_look_at IS NOT NULL`,
  `SELECT account_id FROM card_authorization
    WHERE county_id = $1 AND account_id = ANY ($2::uuid[]) AND state IN ('AUTHORIZED', 'CLOSING')`,
  // a fee is unfinished until the office takes it or gives it back, even if the payer pays by invoice
  `SELECT account_id FROM filing_charge
    WHERE county_id = $1 AND account_id = ANY ($2::uuid[]) AND ${isWithOffice}`,
  `SELECT account_id FROM filing_refund
    WHERE county_id = $1 AND account_id = ANY ($2::uuid[]) AND next_try_at IS NOT NULL`,
  `SELECT account_id FROM office_entry
    WHERE county_id = $1 AND account_id = ANY ($2::uuid[]) AND state = 'WAITING'`,
];

/** Reads the unfinished work of accounts. */
@Injectable()
export class UnsettledAccountsRepository {
  /**
   * Returns those of the given accounts that have an unfinished order, card page, authorized card, e-filed document,
   * refund or correction.
   */
  async listUnderWay(tx: Tx, accounts: readonly string[]): Promise<Set<string>> {
    const rows = await tx.rows<{ account_id: string }>(underWay.join(' UNION '), [tx.countyId, accounts]);
    return new Set(rows.map(({ account_id }) => account_id));
  }
}
