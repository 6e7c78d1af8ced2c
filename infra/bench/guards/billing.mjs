// Guards of the monthly tasks: the roles that may start them, and the tasks that are not charged automatically.
import { guard } from './guard.mjs';

const billing = 'services/billing/src';
const test = 'services/billing/test/monthly-tasks.spec.ts';
const late = 'services/billing/test/late-months.spec.ts';
const tasks = `${billing}/account-tasks/account-task.service.ts`;
const runs = `${billing}/runs/run.service.ts`;
const roles = [
  test,
  'S9 C7-07 only staff of the county see and run tasks, and only TRIMIN users prepare a rerun',
];
const staff = "if (!isOffice(actor)) return fail('NOT_FOUND');";
const provider = "if (actor.role !== 'TRIMIN') return fail('NOT_FOUND');";

export default [
  guard('S9', 'account-tasks-are-for-staff', [tasks, staff], roles),
  guard('S9', 'county-tasks-are-for-staff', [runs, staff], roles),
  guard('S9', 'account-rerun-is-the-providers', [tasks, provider], roles),
  guard('S9', 'county-rerun-is-the-providers', [runs, provider], roles),
  guard(
    'S23',
    'missed-months-wait-for-a-person',
    [`${billing}/periods/task.rules.ts`, "missed > MOST_MISSED ? 'MONTHS_MISSED' : null", 'null'],
    [late, 'S23 more than three missed months are left for review when staff run the tasks'],
  ),
  guard(
    'S23',
    'waiting-months-wait-for-a-person',
    [`${billing}/runs/county-run.ts`, 'if (!isAsked(open))', 'if (false as boolean)'],
    [late, 'S23 are left for review if there are more than three when automatic charging is switched on'],
  ),
  guard(
    'S23',
    'done-elsewhere-not-while-charging',
    [
      `${billing}/account-tasks/manual-tasks.ts`,
      "if (open.some(({ state }) => state === 'CHARGING')) return false;",
    ],
    [
      test,
      'is refused while the payments service works on a month, because the month may just have been charged',
    ],
  ),
];
