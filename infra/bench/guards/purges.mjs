// Guards of purges: the roles that may start them, the users who stay, and the rows that the database lets the
// service delete.
import { guard } from './guard.mjs';

const identity = 'services/identity';
const reports = 'services/reports';
const users = `${identity}/test/user-purge.spec.ts`;
const audit = `${reports}/test/audit-purge.spec.ts`;
const migration = `${reports}/src/migrations/202611230740-audit-purges.ts`;

export default [
  guard(
    'S9',
    'user-purge-is-for-staff',
    [
      `${identity}/src/purges/user-purge.service.ts`,
      "actor.user !== null && officeMayManage(actor, 'USER')",
      'true',
    ],
    [users, 'S9 is refused for a day after today, and only staff may request it'],
  ),
  guard(
    'S9',
    'audit-purge-is-for-staff',
    [
      `${reports}/src/audit-purge/audit-purge.service.ts`,
      "role !== 'SYSTEM' && role !== 'ANONYMOUS' && isStaff(role)",
      'true',
    ],
    [audit, 'S9 is available only to staff of the county'],
  ),
  guard(
    'S30',
    'log-is-not-deleted',
    [
      migration,
      "'GRANT EXECUTE ON FUNCTION reports.purge_audit_log() TO reports_app',",
      "'GRANT EXECUTE ON FUNCTION reports.purge_audit_log() TO reports_app', 'GRANT DELETE ON reports.audit_log TO reports_app',",
    ],
    [audit, 'cannot delete rows of the log'],
  ),
  guard(
    'S31',
    'purge-wants-a-checkpoint',
    [migration, 'AND seq = cut.seq AND hash = cut.hash', 'AND seq = cut.seq'],
    [audit, 'cannot delete anything without a checkpoint that fits the chain'],
  ),
  guard(
    'S31',
    'purge-keeps-young-records',
    [migration, "at >= now() - interval '59 days'", "at >= now() + interval '1 day'"],
    [audit, 'cannot delete rows of the last 59 days'],
  ),
  guard(
    'S31',
    'purge-stops-at-a-fault',
    [
      `${reports}/src/audit-purge/audit-purge.steps.ts`,
      "if ('fault' in part) return this.stop(county, purge.id, owner, part.fault);",
    ],
    [audit, 'stops if one of the old records was changed'],
  ),
  guard(
    'S31',
    'archive-is-verified',
    [`${reports}/src/audit/archive.reader.ts`, 'sha256(bytes) !== archiveHash', 'false'],
    [audit, 'reveals that the archive was changed'],
  ),
];
