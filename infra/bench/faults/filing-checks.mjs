// Checks e-filed documents, beyond the invariants of their money (services/payments/src/verification/invariants.ts).

/**
 * When everything is quiet, no submission and no refund is left half done. Every document that was paid by card was
 * sent, and the imaging service has every document for which a fee was taken.
 */
export const underWay = [
  [
    'I12',
    'documents are between two states',
    `SELECT id, state, next_try_at FROM imaging.filing
      WHERE state IN ('SUBMITTING', 'RECORDING', 'REJECTING', 'WITHDRAWING', 'DISCARDING') OR next_try_at IS NOT NULL`,
  ],
  [
    'I12',
    'card payments of documents are not given back',
    `SELECT attempt_id, state, means FROM payments.filing_refund WHERE state <> 'DONE'`,
  ],
  [
    'I12',
    'documents have no number, and money is set aside or taken for them',
    `SELECT c.id, c.state FROM payments.filing_charge c LEFT JOIN imaging.filing f ON f.county_id = c.county_id AND f.id = c.id
      WHERE c.state IN ('HELD', 'TAKEN') AND f.number IS NULL`,
  ],
  [
    'I12',
    'documents are paid by card and were not sent',
    `SELECT c.id, f.state FROM payments.filing_charge c LEFT JOIN imaging.filing f ON f.county_id = c.county_id AND f.id = c.id
      WHERE c.state = 'PRICED' AND c.attempt_id IS NOT NULL`,
  ],
  [
    'I12',
    'documents were sent, and nothing was set aside or taken for them',
    `SELECT f.id, f.state, c.state AS fee FROM imaging.filing f
       LEFT JOIN payments.filing_charge c ON c.county_id = f.county_id AND c.id = f.id
      WHERE f.number IS NOT NULL AND coalesce(c.state = 'PRICED', true)`,
  ],
];

/**
 * I11 for documents: each document has the number that its sender was told, and the fee that its sender was shown, even
 * if the county's fees have changed since. The office's first decision stays.
 */
export async function brokenFilings({ ask, history }) {
  const numbers = new Map(
    (await ask('SELECT id, number::text FROM imaging.filing')).map(({ id, number }) => [id, number]),
  );
  const fees = new Map(
    (await ask('SELECT id, state, total_minor::int AS cents FROM payments.filing_charge')).map((fee) => [
      fee.id,
      fee,
    ]),
  );
  const broken = [];
  for (const { filing, outcome, number, shown } of history.filings) {
    const kept = numbers.get(filing) ?? null;
    const cents = fees.get(filing)?.cents;
    if (cents !== shown)
      broken.push(`I11 document ${filing} was shown for ${shown} cents and costs ${cents}`);
    if (outcome === 'PAID' && kept !== number)
      broken.push(`I11 document ${filing} was told number ${number} and has ${kept}`);
  }
  for (const { filing, taken } of history.settled) {
    const state = fees.get(filing)?.state;
    if (state !== (taken ? 'TAKEN' : 'RELEASED'))
      broken.push(
        `I11 the fee of ${filing} was told to be ${taken ? 'taken' : 'given back'} and is ${state}`,
      );
  }
  return broken;
}
