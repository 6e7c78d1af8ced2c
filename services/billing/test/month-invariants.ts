/** An invariant of the monthly tasks, checked on the rows of the billing and payments services in one database. */
export interface MonthInvariant {
  readonly id: 'I9' | 'I12';
  readonly says: string;
  /** Selects the rows that break the invariant. */
  readonly sql: string;
}

const OF_MONTH = `e.county_id = b.county_id AND e.op_type = b.task
  AND e.op_key = b.account_id || ':' || b.task || ':' || b.period`;

/**
 * Invariants that hold at any time. An entry may belong to a month that is still being charged, because the payments
 * service posts the charge before the billing service records it.
 */
export const monthInvariants: readonly MonthInvariant[] = [
  {
    id: 'I9',
    says: 'an entry of a monthly task has its month, which is done or being charged',
    sql: `SELECT e.op_key, b.state FROM payments.journal_entry e LEFT JOIN billing.billing_period b ON ${OF_MONTH}
           WHERE e.op_type IN ('MONTHLY_FEE', 'IMAGE_RENEWAL') AND coalesce(b.state NOT IN ('DONE', 'CHARGING'), true)`,
  },
  {
    id: 'I9',
    says: 'a month that is done has exactly one entry, of its rate',
    sql: `SELECT b.account_id, b.task, b.period, b.rate, count(DISTINCT e.id)::int AS entries
            FROM billing.billing_period b
            LEFT JOIN payments.journal_entry e ON ${OF_MONTH}
            LEFT JOIN payments.posting p ON p.entry_id = e.id AND p.amount_minor > 0
           WHERE b.state = 'DONE'
           GROUP BY b.county_id, b.account_id, b.task, b.period, b.rate
          HAVING count(DISTINCT e.id) <> 1
              OR coalesce(sum(p.amount_minor) FILTER (WHERE p.asset = 'USD'), 0) <> (b.rate->>'amount')::bigint
              OR coalesce(sum(p.amount_minor) FILTER (WHERE p.asset = 'IMG'), 0)
                   <> coalesce((b.rate->>'images')::bigint, 0)`,
  },
];

/** Invariants that hold once some time has passed since the last request, in counties whose tasks run automatically. */
export const quietMonthInvariants: readonly MonthInvariant[] = [
  {
    id: 'I12',
    says: 'no month waits that may be charged',
    sql: `SELECT b.account_id, b.task, b.period, b.state, b.lease_until FROM billing.billing_period b
            JOIN billing.billed_account a ON a.county_id = b.county_id AND a.account_id = b.account_id
           WHERE b.state = 'CHARGING' OR (b.state = 'DUE' AND a.status = 'A')`,
  },
  {
    id: 'I12',
    says: 'no month waits for money that its account has',
    sql: `SELECT b.account_id, b.task, b.period, x.posted_minor - x.held_minor AS has FROM billing.billing_period b
            JOIN payments.ledger_account l ON l.county_id = b.county_id AND l.owner_account_id = b.account_id
             AND l.kind = 'escrow'
            JOIN payments.account_balance x ON x.ledger_account_id = l.id
           WHERE b.state = 'NEEDS_FUNDS' AND x.posted_minor - x.held_minor >= (b.rate->>'amount')::bigint`,
  },
  {
    id: 'I12',
    says: 'no run of a county goes on',
    sql: 'SELECT county_id, id, kind, began_at FROM billing.task_run WHERE ended_at IS NULL',
  },
];
