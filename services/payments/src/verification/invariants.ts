/** Runs a statement as the administrator, whom row level security does not bind. */
export type Ask = <R extends object>(statement: string, params?: readonly unknown[]) => Promise<R[]>;

export interface Invariant {
  readonly id: string;
  readonly says: string;
  /** Selects the rows that break the invariant. */
  readonly sql: string;
}

/**
 * The invariants of money that hold at all times (payments/DESIGN.md#invariants). The invariants about what clients saw
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
    id: 'I4',
    says: 'no card is used for more than was authorized',
    sql: `SELECT id FROM payments.card_authorization WHERE used_minor > authorized_minor OR used_minor < 0`,
  },
  {
    id: 'I5',
    says: 'an operation is posted once',
    sql: `SELECT op_type, op_key FROM payments.journal_entry GROUP BY county_id, op_type, op_key HAVING count(*) > 1`,
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
    sql: `SELECT x.id FROM (
            SELECT o.id, o.state, o.charge_method, o.charged_minor, o.rates->'cardFee' AS fee, count(t.id) AS granted,
                   CASE WHEN count(t.id) = 0 THEN 0 ELSE (o.rates->>'firstPage')::bigint
                        + (count(t.id) - 1) * (o.rates->>'additionalPages')::bigint END AS price
              FROM payments.download_order o LEFT JOIN payments.entitlement t ON t.order_id = o.id
             WHERE o.account_id IS NOT NULL GROUP BY o.id) x
           WHERE (granted > 0 AND state NOT IN ('PAID', 'DELIVERED'))
              OR (state IN ('PAID', 'DELIVERED') AND charge_method = 'PAGE' AND charged_minor <> price +
                  CASE WHEN fee IS NULL OR price = 0 THEN 0
                       WHEN fee->>'method' = 'percent' THEN (price * (fee->>'rate')::bigint + 5000) / 10000
                       ELSE (fee->>'rate')::bigint END)`,
  },
  {
    id: 'I8',
    says: 'a deposit is credited exactly when its attempt is, to the cent',
    sql: `SELECT t.id FROM payments.payment_attempt t
            LEFT JOIN payments.journal_entry e ON e.op_type = 'DEPOSIT' AND e.op_key = t.id::text
            LEFT JOIN payments.posting p ON p.entry_id = e.id
            LEFT JOIN payments.ledger_account a ON a.id = p.ledger_account_id
           WHERE t.purpose = 'DEPOSIT' GROUP BY t.id
          HAVING (count(e.id) > 0) <> (t.state IN ('CREDITED', 'SETTLED', 'REFUNDED', 'CHARGED_BACK'))
              OR coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'escrow'), 0) NOT IN (0, t.credit_minor)
              OR coalesce(-sum(p.amount_minor) FILTER (WHERE a.kind = 'cash_clearing'), 0) NOT IN (0, t.expected_minor)`,
  },
  {
    id: 'I8',
    says: 'what is used of a card is the sum of its uses',
    sql: `SELECT c.id FROM payments.card_authorization c LEFT JOIN payments.card_use u ON u.authorization_id = c.id
           GROUP BY c.id HAVING c.used_minor <> coalesce(sum(CASE u.state WHEN 'PENDING' THEN u.amount_minor
             WHEN 'USED' THEN u.charged_minor ELSE 0 END), 0)`,
  },
  {
    id: 'I8',
    says: 'what was bought on a card is receivable until it is captured, once and whole',
    sql: `SELECT c.id FROM payments.card_authorization c
            LEFT JOIN payments.ledger_account a ON a.kind = 'card_receivable' AND a.owner_account_id = c.id
            LEFT JOIN payments.posting p ON p.ledger_account_id = a.id
           GROUP BY c.id HAVING coalesce(sum(p.amount_minor), 0) <> coalesce(c.captured_minor, 0) -
             coalesce((SELECT sum(u.charged_minor) FROM payments.card_use u
                        WHERE u.authorization_id = c.id AND u.state = 'USED'), 0)
             OR (c.state = 'CAPTURED' AND c.captured_minor <> c.used_minor)
             OR (c.state IN ('VOIDED', 'EXPIRED') AND c.used_minor <> 0)`,
  },
  {
    id: 'I8',
    says: 'a bundle is paid exactly when it is bought',
    sql: `SELECT b.id FROM payments.add_on b
            LEFT JOIN payments.journal_entry e ON e.op_type = 'ADD_ON' AND e.op_key = b.id::text
           GROUP BY b.id HAVING count(e.id) <> (CASE WHEN b.state = 'BOUGHT' AND (b.cost_minor > 0 OR b.images > 0)
             THEN 1 ELSE 0 END)`,
  },
  {
    id: 'I5',
    says: 'what the office entered has one entry of its amount when it is posted, and none before',
    sql: `SELECT o.id FROM payments.office_entry o
            LEFT JOIN payments.journal_entry e
              ON e.county_id = o.county_id AND e.op_type = 'OFFICE_' || o.kind AND e.op_key = o.id::text
            LEFT JOIN payments.posting p ON p.entry_id = e.id
            LEFT JOIN payments.ledger_account a ON a.id = p.ledger_account_id
           GROUP BY o.county_id, o.id
          HAVING count(DISTINCT e.id) <> (CASE o.state WHEN 'POSTED' THEN 1 ELSE 0 END)
              OR (o.state = 'POSTED' AND coalesce(sum(p.amount_minor) FILTER (
                   WHERE a.owner_account_id = o.account_id
                     AND a.kind = CASE o.book WHEN 'ESCROW' THEN 'escrow' ELSE 'ar_invoice' END), 0) <> o.amount_minor)`,
  },
  {
    id: 'I5',
    says: 'the fee of a filing is posted once when it was taken, and given back once when it was released after that',
    sql: `SELECT f.id FROM payments.filing_charge f LEFT JOIN payments.journal_entry e
              ON e.county_id = f.county_id AND e.op_key = f.id::text AND e.op_type IN ('EFILE', 'EFILE_RETURN')
           GROUP BY f.county_id, f.id
          HAVING count(e.id) FILTER (WHERE e.op_type = 'EFILE')
                   <> (CASE WHEN f.was_taken AND f.total_minor > 0 THEN 1 ELSE 0 END)
              OR count(e.id) FILTER (WHERE e.op_type = 'EFILE_RETURN')
                   <> (CASE WHEN f.was_taken AND f.state = 'RELEASED' AND f.total_minor > 0 THEN 1 ELSE 0 END)`,
  },
  {
    id: 'I5',
    says: 'the fee of a filing is posted whole, and to the account that sent it',
    sql: `SELECT f.id FROM payments.filing_charge f
            JOIN payments.journal_entry e ON e.county_id = f.county_id AND e.op_key = f.id::text
             AND e.op_type IN ('EFILE', 'EFILE_RETURN')
            JOIN payments.posting p ON p.entry_id = e.id
            JOIN payments.ledger_account a ON a.id = p.ledger_account_id
           GROUP BY f.county_id, f.id, e.id
          HAVING sum(p.amount_minor) FILTER (WHERE p.amount_minor > 0) <> f.total_minor
              OR bool_or(a.kind IN ('escrow', 'ar_invoice') AND a.owner_account_id IS DISTINCT FROM f.account_id)`,
  },
  {
    id: 'I3',
    says: 'money is set aside for a filing exactly while it waits for the office',
    sql: `SELECT f.id FROM payments.filing_charge f LEFT JOIN payments.hold h ON h.order_id = f.id AND h.state = 'PENDING'
           GROUP BY f.county_id, f.id
          HAVING coalesce(sum(h.amount_minor), 0)
                   <> (CASE WHEN f.state = 'HELD' AND f.funding = 'ESCROW' THEN f.total_minor ELSE 0 END)`,
  },
  {
    id: 'I8',
    says: 'a card payment of a filing is posted exactly when the provider has it, and given back at most once',
    sql: `SELECT t.id FROM payments.payment_attempt t
            LEFT JOIN payments.journal_entry e ON e.op_key = t.id::text AND e.op_type IN ('EFILE_PAYMENT', 'EFILE_REFUND')
            LEFT JOIN payments.filing_refund r ON r.county_id = t.county_id AND r.attempt_id = t.id
           WHERE t.purpose = 'EFILE' GROUP BY t.id, r.state
          HAVING count(e.id) FILTER (WHERE e.op_type = 'EFILE_PAYMENT')
                   <> (CASE WHEN t.state IN ('CREDITED', 'SETTLED', 'REFUNDED', 'CHARGED_BACK') THEN 1 ELSE 0 END)
              OR count(e.id) FILTER (WHERE e.op_type = 'EFILE_REFUND') <> (CASE WHEN r.state = 'DONE' THEN 1 ELSE 0 END)`,
  },
  {
    id: 'I8',
    says: 'what cards have paid for filings waits until the fee is taken or given back',
    sql: `SELECT c.county_id FROM (SELECT DISTINCT county_id FROM payments.filing_charge) c
           WHERE coalesce((SELECT sum(p.amount_minor) FROM payments.posting p JOIN payments.ledger_account a
                             ON a.id = p.ledger_account_id WHERE a.county_id = c.county_id AND a.kind = 'efile_received'), 0)
              <> coalesce((SELECT sum(t.expected_minor) FROM payments.payment_attempt t
                            WHERE t.county_id = c.county_id AND t.purpose = 'EFILE' AND t.state = 'CREDITED'), 0)
               - coalesce((SELECT sum(f.total_minor) FROM payments.filing_charge f
                            WHERE f.county_id = c.county_id AND f.funding = 'CREDIT_CARD' AND f.state = 'TAKEN'), 0)`,
  },
  {
    id: 'I8',
    says: 'a card payment of a filing pays for one whose fee is not given back, or goes back itself',
    sql: `SELECT t.id FROM payments.payment_attempt t
           WHERE t.purpose = 'EFILE' AND t.state = 'CREDITED'
             AND NOT EXISTS (SELECT 1 FROM payments.filing_charge f WHERE f.county_id = t.county_id
                   AND f.attempt_id = t.id AND f.state <> 'RELEASED')
             AND NOT EXISTS (SELECT 1 FROM payments.filing_refund r WHERE r.county_id = t.county_id
                   AND r.attempt_id = t.id)`,
  },
  {
    id: 'I8',
    says: 'a fee by card that is set aside or taken has a card payment that does not go back',
    sql: `SELECT f.id FROM payments.filing_charge f
            LEFT JOIN payments.payment_attempt t ON t.county_id = f.county_id AND t.id = f.attempt_id
            LEFT JOIN payments.filing_refund r ON r.county_id = f.county_id AND r.attempt_id = f.attempt_id
           WHERE f.funding = 'CREDIT_CARD' AND f.state IN ('HELD', 'TAKEN') AND f.total_minor > 0
             AND (t.state IS NULL OR t.state NOT IN ('CREDITED', 'SETTLED', 'CHARGED_BACK')
                  OR r.state IN ('DUE', 'DONE'))`,
  },
  {
    id: 'I5',
    says: 'nothing is posted for the office that it did not enter',
    sql: `SELECT e.id FROM payments.journal_entry e
           WHERE e.op_type LIKE 'OFFICE\\_%' AND NOT EXISTS (SELECT 1 FROM payments.office_entry o
                   WHERE o.county_id = e.county_id AND o.id::text = e.op_key AND 'OFFICE_' || o.kind = e.op_type)`,
  },
  {
    id: 'I5',
    says: 'a correction above the limit was approved by a second person',
    sql: `SELECT id FROM payments.office_entry WHERE state = 'POSTED' AND (decided_by = entered_by
            OR (kind = 'CORRECTION' AND abs(amount_minor) > limit_minor AND decided_by IS NULL))`,
  },
  {
    id: 'I16',
    says: 'a closed account has nothing, holds nothing and owes nothing',
    sql: `SELECT c.account_id FROM payments.closed_account c
            JOIN payments.ledger_account a ON a.county_id = c.county_id AND a.owner_account_id = c.account_id
             AND a.kind IN ('escrow', 'images', 'ar_invoice')
            LEFT JOIN payments.account_balance b ON b.ledger_account_id = a.id
            LEFT JOIN payments.posting p ON p.ledger_account_id = a.id
           GROUP BY c.account_id, a.id, b.held_minor
          HAVING coalesce(sum(p.amount_minor), 0) <> 0 OR coalesce(b.held_minor, 0) <> 0`,
  },
  {
    id: 'I16',
    says: 'nothing is posted for an account after it was closed',
    sql: `SELECT e.id FROM payments.closed_account c
            JOIN payments.journal_entry e ON e.county_id = c.county_id AND e.account_id = c.account_id
           WHERE e.posted_at > c.closed_at`,
  },
  {
    id: 'I16',
    says: 'no purchase, no correction, no e-filed document and no refund of a closed account is under way',
    sql: `SELECT c.account_id FROM payments.closed_account c
           WHERE EXISTS (SELECT 1 FROM payments.download_order o WHERE o.county_id = c.county_id
                   AND o.account_id = c.account_id AND o.state IN ('HELD', 'RENDERED'))
              OR EXISTS (SELECT 1 FROM payments.office_entry o WHERE o.county_id = c.county_id
                   AND o.account_id = c.account_id AND o.state = 'WAITING')
              OR EXISTS (SELECT 1 FROM payments.filing_charge f WHERE f.county_id = c.county_id
                   AND f.account_id = c.account_id AND (f.state = 'HELD'
                        OR (f.state = 'TAKEN' AND f.decided_at IS NULL AND f.charge_when = 'SUBMITTED')
                        OR (f.state = 'PRICED' AND f.attempt_id IS NOT NULL)))
              OR EXISTS (SELECT 1 FROM payments.filing_refund r JOIN payments.payment_attempt t
                             ON t.county_id = r.county_id AND t.id = r.attempt_id
                          WHERE r.county_id = c.county_id AND t.account_id = c.account_id AND r.state = 'DUE')`,
  },
  {
    id: 'I17',
    says: 'every transaction is told to the reports with the sums of its postings',
    sql: `SELECT e.id, o.payload FROM payments.journal_entry e
            LEFT JOIN payments.outbox o
              ON o.type = 'payments.entry-posted.v1' AND o.aggregate = 'entry:' || e.id
            JOIN LATERAL (
              SELECT coalesce(sum(p.amount_minor) FILTER (WHERE a.kind IN ('escrow', 'ar_invoice', 'card_receivable',
                       'efile_received')), 0) AS money,
                     coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'escrow'), 0) AS escrow,
                     coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'images'), 0) AS images
                FROM payments.posting p JOIN payments.ledger_account a ON a.id = p.ledger_account_id
               WHERE p.entry_id = e.id) l ON true
           WHERE e.op_type NOT IN ('CARD_CAPTURE', 'SUSPENSE', 'EFILE_PAYMENT', 'EFILE_REFUND')
             AND (o.id IS NULL
                  OR coalesce((o.payload ->> 'credited')::bigint, 0) - coalesce((o.payload ->> 'charged')::bigint, 0) <> l.money
                  OR coalesce((o.payload ->> 'escrow')::bigint, 0) <> l.escrow
                  OR (l.images <> 0 AND coalesce((o.payload ->> 'images')::bigint, 0) <> l.images))`,
  },
  {
    id: 'I18',
    says: 'a file for LandLink has its lines once, with the sums of their postings',
    sql: `SELECT f.county_id, f.day FROM payments.landlink_file f
            LEFT JOIN payments.landlink_line l ON l.county_id = f.county_id AND l.day = f.day AND l.seq IS NOT NULL
            LEFT JOIN payments.posting p ON p.entry_id = l.entry_id AND p.line_no = l.line_no
           GROUP BY f.county_id, f.day
          HAVING count(l.seq) <> f.line_count OR coalesce(max(l.seq), 0) <> f.line_count
              OR coalesce(sum(p.amount_minor) FILTER (WHERE p.amount_minor > 0), 0) <> f.credit_minor
              OR coalesce(sum(p.amount_minor) FILTER (WHERE p.amount_minor < 0), 0) <> f.debit_minor`,
  },
  {
    // a file covers a day by the county's clock, but this statement counts days in UTC, so it leaves out the first two
    // and the last three days that have a file
    id: 'I18',
    says: 'no posting of the days that have a file for LandLink is missing',
    sql: `SELECT p.entry_id, p.line_no
            FROM (SELECT county_id, min(day) AS first, max(day) AS newest FROM payments.landlink_file GROUP BY 1) f
            JOIN payments.journal_entry e ON e.county_id = f.county_id
             AND e.posted_at >= f.first + interval '2 days' AND e.posted_at < f.newest - interval '2 days'
            JOIN payments.posting p ON p.entry_id = e.id
            JOIN payments.ledger_account a ON a.id = p.ledger_account_id AND a.kind IN ('escrow', 'ar_invoice')
           WHERE NOT EXISTS (SELECT 1 FROM payments.landlink_line l
                              WHERE l.county_id = e.county_id AND l.entry_id = e.id AND l.line_no = p.line_no)`,
  },
];

/** Invariants that hold a minute after the last fault (I12). */
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
    says: 'no attempt is open 20 minutes after its token, but for those that a person has to decide',
    sql: `SELECT id FROM payments.payment_attempt
           WHERE state IN ('CREATED', 'TOKEN_ISSUED') AND token_expires_at < now() - interval '20 minutes'`,
  },
  {
    id: 'I12',
    says: 'every fact was published',
    sql: `SELECT id FROM payments.outbox WHERE published_at IS NULL`,
  },
];

/**
 * Returns a text for each broken invariant, with the first row that breaks it. A single statement checks all
 * invariants.
 */
export async function brokenInvariants(
  ask: Ask,
  checked: readonly Invariant[] = invariants,
): Promise<string[]> {
  const questions = checked.map(
    ({ sql }, at) =>
      `(SELECT ${at} AS at, count(*) OVER ()::int AS count, to_jsonb(broken) AS first FROM (${sql}) AS broken LIMIT 1)`,
  );
  const rows = await ask<{ at: number; count: number; first: unknown }>(questions.join(' UNION ALL '));
  return rows.map(({ at, count, first }) => {
    const { id, says } = checked[at] as Invariant;
    return `${id} ${says}: ${count} rows, first ${JSON.stringify(first)}`;
  });
}
