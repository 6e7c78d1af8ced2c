// Guards of the audit log's chain of hashes, and of its anchors outside the database.
import { guard } from './guard.mjs';

const rules = 'services/reports/src/audit/audit.rules.ts';
const test = 'services/reports/test/audit.spec.ts';

export default [
  guard(
    'S30',
    'changed-record-is-noticed',
    [rules, "if (!row.hash.equals(hash)) return { seq: expected, reason: 'ROW_CHANGED' };"],
    [test, 'names a row that the owner of the database changed'],
  ),
  guard(
    'S30',
    'rewritten-chain-is-noticed',
    [rules, "if (anchored && !anchored.equals(hash)) return { seq: expected, reason: 'ANCHOR_DIFFERS' };"],
    [test, 'S30 detects by an anchor outside the database'],
  ),
  guard(
    'S30',
    'newest-records-are-missed',
    [
      rules,
      "return this.newest > this.seq ? { seq: this.seq + 1n, reason: 'NEWEST_MISSING' } : undefined;",
      'return undefined;',
    ],
    [test, 'detects by an anchor outside the database that the newest rows were deleted'],
  ),
  guard(
    'S30',
    'anchors-are-outside',
    ['services/reports/src/audit/audit.service.ts', '...(await this.anchors.list(county)),', ''],
    [test, 'detects by an anchor outside the database that the newest rows were deleted'],
  ),
  guard(
    'S9',
    'chain-is-verified-for-staff',
    ['services/reports/src/audit/audit.service.ts', "if (!allowed) return fail('NOT_FOUND');"],
    [test, 'S9 can be verified only by staff'],
  ),
];
