// Guards of the office's counter, in the payments service.
import { guard } from './guard.mjs';

const payments = 'services/payments';
const cashier = `${payments}/src/cashier`;
const test = `${payments}/test/cashier.spec.ts`;

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
];
