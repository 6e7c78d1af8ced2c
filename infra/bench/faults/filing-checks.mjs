// What must hold of e-filed documents beside the invariants of their money (services/payments/src/verification/invariants.ts).

/** Whoever finds the row of a submission ends it, and whoever finds a payment to give back gives it back. */
export const underWay = [
  [
    'I12',
    'documents are being sent',
    `SELECT id, next_try_at FROM imaging.filing WHERE state = 'SUBMITTING'`,
  ],
  [
    'I12',
    'card payments of documents are not given back',
    `SELECT attempt_id, state, means FROM payments.filing_refund WHERE state <> 'DONE'`,
  ],
  [
    'I12',
    'documents have no number, and money is set aside or taken for them',
    `SELECT c.id, c.state FROM payments.filing_charge c JOIN imaging.filing f ON f.county_id = c.county_id AND f.id = c.id
      WHERE c.state IN ('HELD', 'TAKEN') AND f.number IS NULL`,
  ],
  [
    'I12',
    'documents were sent, and nothing was set aside or taken for them',
    `SELECT f.id, f.state, c.state AS fee FROM imaging.filing f
       LEFT JOIN payments.filing_charge c ON c.county_id = f.county_id AND c.id = f.id
      WHERE f.number IS NOT NULL AND coalesce(c.state = 'PRICED', true)`,
  ],
];

/** I11 for documents: who was told a number has this number, who was refused has none, and the office's word stays. */
export async function brokenFilings({ ask, history }) {
  const numbers = new Map(
    (await ask('SELECT id, number::text FROM imaging.filing')).map(({ id, number }) => [id, number]),
  );
  const fees = new Map(
    (await ask('SELECT id, state FROM payments.filing_charge')).map(({ id, state }) => [id, state]),
  );
  const broken = [];
  for (const { filing, outcome, number } of history.filings) {
    const kept = numbers.get(filing) ?? null;
    if (outcome === 'PAID' && kept !== number)
      broken.push(`I11 document ${filing} was told number ${number} and has ${kept}`);
  }
  for (const { filing, taken } of history.settled)
    if (!taken && fees.get(filing) !== 'RELEASED')
      broken.push(`I11 the fee of ${filing} was told to be given back and is ${fees.get(filing)}`);
  return broken;
}
