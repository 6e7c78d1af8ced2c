/** Runs a statement as the administrator, whom row level security does not bind. */
export type Ask = <R extends object>(statement: string, params?: readonly unknown[]) => Promise<R[]>;

export interface Invariant {
  readonly id: string;
  readonly says: string;
  /** Answers the rows that break it. */
  readonly sql: string;
}

/**
 * What must hold of money at any moment (money-security-reliability.md 4.5). Those that depend on what clients saw
 * (I6, I11) are in `history-checks.ts`.
 */
export const invariants: readonly Invariant[] = [
  {
    id: 'I1',
    says: 'every entry sums to zero in each asset',
    sql: `SELECT entry_id, asset FROM payments.posting GROUP BY 1, 2 HAVING sum(amount_minor) <> 0`,
  },
  {
    id: 'I1',
    says: 'every entry has the lines that it says, two at least',
    sql: `SELECT e.id FROM payments.journal_entry e LEFT JOIN payments.posting p ON p.entry_id = e.id
           GROUP BY e.id, e.line_count HAVING count(p.entry_id) < 2 OR count(p.entry_id) <> e.line_count`,
  },
  {
    id: 'I2',
    says: 'the whole ledger is zero in each asset',
    sql: `SELECT asset, sum(amount_minor) FROM payments.posting GROUP BY 1 HAVING sum(amount_minor) <> 0`,
  },
  {
    id: 'I3',
    says: 'a balance is the sum of its postings',
    sql: `SELECT b.ledger_account_id FROM payments.account_balance b
            LEFT JOIN payments.posting p ON p.ledger_account_id = b.ledger_account_id
           GROUP BY b.ledger_account_id, b.posted_minor HAVING b.posted_minor <> coalesce(sum(p.amount_minor), 0)`,
  },
  {
    id: 'I3',
    says: 'what is held is the sum of the pending holds',
    sql: `SELECT b.ledger_account_id FROM payments.account_balance b
            LEFT JOIN payments.hold h ON h.ledger_account_id = b.ledger_account_id AND h.state = 'PENDING'
           GROUP BY b.ledger_account_id, b.held_minor HAVING b.held_minor <> coalesce(sum(h.amount_minor), 0)`,
  },
  {
    id: 'I4',
    says: 'no balance is below what is held',
    sql: `SELECT ledger_account_id FROM payments.account_balance
           WHERE NOT allow_negative AND posted_minor - held_minor < 0`,
  },
  {
    id: 'I5',
    says: 'a paid order has exactly one entry unless it was free; others have none',
    sql: `SELECT o.id FROM payments.download_order o
            LEFT JOIN payments.journal_entry e ON e.op_type = 'ORDER' AND e.op_key = o.id::text
           GROUP BY o.id, o.state, o.funding
          HAVING count(e.id) <> (CASE WHEN o.state IN ('PAID', 'DELIVERED') AND o.funding <> 'FREE' THEN 1 ELSE 0 END)`,
  },
  {
    id: 'I5',
    says: 'an entry takes what its order says, at most what was shown',
    sql: `SELECT o.id FROM payments.download_order o
            JOIN payments.journal_entry e ON e.op_type = 'ORDER' AND e.op_key = o.id::text
            JOIN payments.posting p ON p.entry_id = e.id
           GROUP BY o.id, o.charged_minor, o.charge_minor
          HAVING sum(p.amount_minor) FILTER (WHERE p.amount_minor > 0) <> o.charged_minor
              OR o.charged_minor > o.charge_minor`,
  },
  {
    id: 'I7',
    says: 'an account has a page once',
    sql: `SELECT account_id, doc_key, page FROM payments.entitlement WHERE revoked_at IS NULL
           GROUP BY county_id, account_id, doc_key, page HAVING count(*) > 1`,
  },
  {
    id: 'I7',
    says: 'pages are granted by paid orders, and a price by page is that of the pages granted',
    sql: `SELECT o.id FROM payments.download_order o LEFT JOIN payments.entitlement t ON t.order_id = o.id
           WHERE o.account_id IS NOT NULL
           GROUP BY o.id HAVING (count(t.id) > 0 AND o.state NOT IN ('PAID', 'DELIVERED'))
              OR (o.state IN ('PAID', 'DELIVERED') AND o.charge_method = 'PAGE' AND o.charged_minor <>
                  CASE WHEN count(t.id) = 0 THEN 0 ELSE (o.rates->>'firstPage')::bigint
                       + (count(t.id) - 1) * (o.rates->>'additionalPages')::bigint END)`,
  },
];

/** What must hold a minute after the last fault (I12). */
export const quietInvariants: readonly Invariant[] = [
  {
    id: 'I12',
    says: 'no purchase is under way for longer than 15 minutes',
    sql: `SELECT id FROM payments.download_order
           WHERE state IN ('HELD', 'RENDERED') AND held_at < now() - interval '15 minutes'`,
  },
  {
    id: 'I12',
    says: 'no hold is pending past its end',
    sql: `SELECT id FROM payments.hold WHERE state = 'PENDING' AND expires_at < now()`,
  },
  {
    id: 'I12',
    says: 'every fact was published',
    sql: `SELECT id FROM payments.outbox WHERE published_at IS NULL`,
  },
];

/** One text for each invariant that is broken, with the first row that breaks it. */
export async function brokenInvariants(
  ask: Ask,
  checked: readonly Invariant[] = invariants,
): Promise<string[]> {
  const broken: string[] = [];
  for (const { id, says, sql } of checked) {
    const rows = await ask<object>(sql);
    if (rows.length > 0) broken.push(`${id} ${says}: ${rows.length} rows, first ${JSON.stringify(rows[0])}`);
  }
  return broken;
}
