/** A payment that the provider took according to our ledger. */
export interface PostedMoney {
  /** The provider's id of the transaction. */
  readonly id: string;
  /** Cents as text, because the ledger's numbers are large; 0 when the money was given back. */
  readonly taken: string;
  readonly ref: string;
}

export interface AskedPayment {
  readonly ref: string;
  readonly expected: string;
  readonly mode: string;
  readonly created: Date;
  readonly expires: Date;
  /** True if the account of a deposit is closed; a person returns any payment that is found after the closing. */
  readonly closed: boolean;
}

/** A payment in the provider's records. */
export interface BookedMoney {
  readonly id: string;
  readonly mode: string;
  /** Cents taken from the card; 0 when the payment is only authorized, declined or voided. */
  readonly taken: bigint | number;
  readonly authorized: bigint | number;
  readonly invoice?: string | null;
  /** True when the payment belongs to the merchant of the county. */
  readonly ours: boolean;
  readonly submitted: Date;
}

/**
 * The posted money of card payments, 0 for payments that were given back. Money in suspense is left out, because it
 * belongs to nobody yet.
 */
export const providerMoneySql = {
  posted: `
    SELECT coalesce(t.provider_txn_id, c.provider_txn_id) AS id,
           CASE WHEN EXISTS (SELECT 1 FROM payments.journal_entry r WHERE e.op_type = 'EFILE_PAYMENT'
                  AND r.county_id = e.county_id AND r.op_type = 'EFILE_REFUND' AND r.op_key = e.op_key)
                THEN 0 ELSE -p.amount_minor END::text AS taken,
           coalesce(t.ref_id, ct.ref_id) AS ref
      FROM payments.posting p
      JOIN payments.journal_entry e ON e.id = p.entry_id
      JOIN payments.ledger_account a ON a.id = p.ledger_account_id AND a.kind = 'cash_clearing'
      LEFT JOIN payments.payment_attempt t ON e.op_type IN ('DEPOSIT', 'EFILE_PAYMENT') AND t.id::text = e.op_key
      LEFT JOIN payments.card_authorization c ON e.op_type = 'CARD_CAPTURE' AND c.id::text = e.op_key
      LEFT JOIN payments.payment_attempt ct ON ct.id = c.attempt_id
     WHERE e.op_type IN ('DEPOSIT', 'CARD_CAPTURE', 'EFILE_PAYMENT')`,
  attempts: `
    SELECT ref_id AS ref, expected_minor::text AS expected, mode, created_at AS created, token_expires_at AS expires,
           purpose = 'DEPOSIT' AND EXISTS (SELECT 1 FROM payments.closed_account c
             WHERE c.county_id = t.county_id AND c.account_id = t.account_id) AS closed
      FROM payments.payment_attempt t`,
} as const;

/**
 * How long before an attempt, and how long after the end of its token, a payment may be submitted (rule 7 of
 * payments/DESIGN.md#card-payments). Clocks differ, and a payer may use the token in its last second.
 */
const EARLY_MS = 2 * 60_000;
const LATE_MS = 15 * 60_000;

/**
 * Checks I8: each payment of the provider has one entry, and each entry has a payment. Three kinds of payments are
 * rightly not credited and are returned by a person: a payment that does not match its request, the second payment on
 * one card page, and a deposit that is found after its account was deleted.
 */
export function brokenProviderTruth(money: {
  readonly posted: readonly PostedMoney[];
  readonly attempts: readonly AskedPayment[];
  readonly payments: readonly BookedMoney[];
}): string[] {
  const book = new Map(money.payments.map((payment) => [payment.id, payment]));
  const broken: string[] = [];
  const posted = new Set(money.posted.map(({ id }) => id));
  if (posted.size < money.posted.length) broken.push('I8 a payment has two entries');
  for (const { id, taken, ref } of money.posted) {
    const payment = book.get(id);
    const paid = payment?.ours && BigInt(payment.taken) === BigInt(taken);
    if (!paid || payment.invoice !== ref) broken.push(`I8 an entry of ${taken} is not what ${id} took`);
  }
  const returned = new Set(money.posted.filter(({ taken }) => taken === '0').map(({ ref }) => ref));
  const byInvoice = Map.groupBy(money.payments, ({ invoice }) => invoice);
  for (const attempt of money.attempts) {
    const good = (byInvoice.get(attempt.ref) ?? []).filter((payment) => isGood(attempt, payment));
    const entries = good.filter(({ id }) => posted.has(id)).length;
    const isReturned = (attempt.closed || returned.has(attempt.ref)) && entries === 0;
    if (entries !== Math.min(good.length, 1) && !isReturned)
      broken.push(`I8 ${good.length} payments for ${attempt.ref} have ${entries} entries`);
  }
  return broken;
}

const isGood = ({ mode, expected, created, expires }: AskedPayment, payment: BookedMoney): boolean =>
  payment.ours &&
  payment.taken > 0 &&
  payment.mode === mode &&
  BigInt(payment.authorized) === BigInt(expected) &&
  payment.submitted.getTime() >= created.getTime() - EARLY_MS &&
  payment.submitted.getTime() <= expires.getTime() + LATE_MS;
