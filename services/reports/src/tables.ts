import { AuditRow } from './audit/audit-row.entity.js';
import { AuditLog202611211700 } from './migrations/202611211700-audit-log.js';
import { FactRepair202611222205 } from './migrations/202611222205-fact-repair.js';
import { AuditPurges202611230740 } from './migrations/202611230740-audit-purges.js';
import { Activity202611230810 } from './migrations/202611230810-activity.js';
import { FormerLog202611231045 } from './migrations/202611231045-former-log.js';
import { ReportJobs202611231105 } from './migrations/202611231105-report-jobs.js';
import { ReportSchedules202611240010 } from './migrations/202611240010-report-schedules.js';
import { DueSchedules202611240120 } from './migrations/202611240120-due-schedules.js';
import { NextSchedules202611240121 } from './migrations/202611240121-next-schedules.js';
import { CarriedEscrow202611231050 } from './migrations/202611231050-carried-escrow.js';
import { FailedSchedules202611290410 } from './migrations/202611290410-failed-schedules.js';
import { FormerLogMigrations202611272230 } from './migrations/202611272230-former-log-migrations.js';

export const migrations = [
  AuditLog202611211700,
  FactRepair202611222205,
  AuditPurges202611230740,
  Activity202611230810,
  FormerLog202611231045,
  CarriedEscrow202611231050,
  ReportJobs202611231105,
  ReportSchedules202611240010,
  DueSchedules202611240120,
  NextSchedules202611240121,
  FormerLogMigrations202611272230,
  FailedSchedules202611290410,
];

export const tables = { service: 'reports', entities: [AuditRow], migrations };
