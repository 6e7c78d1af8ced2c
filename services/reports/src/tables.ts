import { AuditRow } from './audit/audit-row.entity.js';
import { AuditLog202611211700 } from './migrations/202611211700-audit-log.js';

export const migrations = [AuditLog202611211700];

export const tables = { service: 'reports', entities: [AuditRow], migrations };
