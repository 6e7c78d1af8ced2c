// Guards of the office's side of e-filing, in the imaging service.
import { guard } from './guard.mjs';

const efile = 'services/imaging/src/efile';
const test = 'services/imaging/test/filing-queue.spec.ts';
const onlyStaff = 'S9 is available only to staff of the county; others';

export default [
  guard(
    'S9',
    'efile-queue-is-for-staff',
    [
      `${efile}/filing-queue.service.ts`,
      'isOffice(actor) ? await this.filings.find(tx, id) : undefined',
      'await this.filings.find(tx, id)',
    ],
    [test, onlyStaff],
  ),
  guard(
    'S9',
    'efile-decision-is-for-staff',
    [
      [`${efile}/filing-decision.service.ts`, "if (!isOffice(actor)) return fail('NOT_FOUND');", ''],
      [
        `${efile}/filing-decision.service.ts`,
        'isOffice(actor) ? await this.filings.lock(tx, id) : undefined',
        'await this.filings.lock(tx, id)',
      ],
    ],
    [test, onlyStaff],
  ),
  guard(
    'S9',
    'efile-copy-is-for-its-sender',
    [`${efile}/filing-copies.ts`, 'isOffice(actor) || isOwn(filing, actor)', 'true'],
    [test, onlyStaff],
  ),
  guard(
    'S24',
    'efile-pages-in-a-limited-process',
    [
      `${efile}/filing-work-sandbox.ts`,
      "setTimeout(() => child.kill('SIGKILL'), timeLimitMs)",
      'setTimeout(() => undefined, timeLimitMs)',
    ],
    [test, 'S24 are not made if the limited process takes too long'],
  ),
];
