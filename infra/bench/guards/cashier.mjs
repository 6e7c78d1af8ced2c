// Guards of the office's counter, in the payments service.
import { guard } from './guard.mjs';

const payments = 'services/payments';
const cashier = `${payments}/src/cashier`;
const test = `${payments}/test/cashier.spec.ts`;
const debt = `${payments}/test/left-debt.spec.ts`;

export default [
  guard(
    'S9',
    'counter-is-for-staff',
    [`${cashier}/cashier.service.ts`, "if (!standingOf(actor).isStaff) return fail('NOT_FOUND');", ''],
    [test, 'S9 is available only to staff of the county'],
  ),
  guard(
    'S9',
    'counter-list-is-for-staff',
    [`${cashier}/office-entry.reader.ts`, "if (!standingOf(actor).isStaff) return fail('NOT_FOUND');", ''],
    [test, 'S9 is available only to staff of the county'],
  ),
  guard(
    'S9',
    'second-person-is-another',
    [`${cashier}/correction.service.ts`, 'approve && before.enteredBy === by', 'false'],
    [test, 'above the limit waits and moves nothing until a second person of the county approves it'],
  ),
  guard(
    'S9',
    'second-person-is-of-the-county',
    [`${cashier}/correction.service.ts`, "(asked.approve && actor.role !== 'COUNTY')", 'false'],
    [test, 'above the limit waits and moves nothing until a second person of the county approves it'],
  ),
  guard(
    'S9',
    'large-correction-waits',
    [`${cashier}/office-entry.rules.ts`, 'Math.abs(amount) > limit', 'amount === limit'],
    [test, 'above the limit waits and moves nothing until a second person of the county approves it'],
  ),
  guard(
    'S21',
    'counter-posts-once',
    [
      `${cashier}/entry-posting.ts`,
      "if (!isNew) return hash.equals(entering.hash) ? ok(entry) : fail('CONFLICT');",
      '',
    ],
    [test, 'is posted once if two replicas get it simultaneously'],
  ),
  guard(
    'S21',
    'old-invoices-are-not-overpaid',
    [`${cashier}/office-ledger.ts`, 'if (invoiced + BigInt(amount) > 0n) throw', 'if (invoiced > 0n) throw'],
    [
      debt,
      'S21 can be paid in parts, even by several payments at once; a payment of more than the debt is refused',
    ],
  ),
  guard(
    'S21',
    'old-invoices-are-paid-in-turn',
    [
      `${cashier}/office-ledger.ts`,
      `    await this.ledger.requireAlone(tx, account);
    const invoiced = await`,
      '    const invoiced = await',
    ],
    [
      debt,
      'S21 can be paid in parts, even by several payments at once; a payment of more than the debt is refused',
    ],
  ),
  guard(
    'S21',
    'invoices-paid-ahead-are-refunded-alone',
    [
      `${cashier}/office-ledger.ts`,
      `    await this.ledger.requireAlone(tx, account);
    const paidAhead`,
      '    const paidAhead',
    ],
    [
      'services/payments/test/refund-races.spec.ts',
      'S21 money paid ahead is not refunded while a purchase by invoice is spending it',
    ],
  ),
  guard(
    'S21',
    'write-off-is-limited-to-the-debt',
    [`${cashier}/office-entry.rules.ts`, "kind !== 'REFUND' && pays", "kind === 'PAYMENT' && pays"],
    [
      debt,
      'S21 is not reduced by a correction of more than the debt, and can be increased again by a correction',
    ],
  ),
  guard(
    'S21',
    'approval-compares-with-the-debt',
    [`${cashier}/correction.service.ts`, 'if (settles) await this.ledger.requireDebt(tx, entry);', ''],
    [
      debt,
      'S21 is written off above the limit only if a second person approves, and never by more than is owed at the approval',
    ],
  ),
];
