import { AuditRow } from './audit/audit-row.entity.js';
import { AuditLog202611211700 } from './migrations/202611211700-audit-log.js';
import { AuditPurges202611230740 } from './migrations/202611230740-audit-purges.js';
import { FactRepair202611222205 } from './migrations/202611222205-fact-repair.js';

export const migrations = [AuditLog202611211700, FactRepair202611222205, AuditPurges202611230740];

export const tables = { service: 'reports', entities: [AuditRow], migrations };
