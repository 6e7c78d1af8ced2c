import * as z from 'zod/mini';
import { auditPurgeStanding, purgedRecordsPage } from '../http/purges.js';
import { rpc } from './contract.js';

// Old records of the audit log are archived and deleted every night (DECISIONS.md#panel-22). Staff only; for others the
// answer is NOT_FOUND.

/**
 * A dry run: finds the records that the next nightly purge would delete under the saved schedule. CONFLICT while
 * another purge of the county's log is under way.
 */
export const checkAuditPurge = rpc('reports.check-audit-purge.v1', {
  input: z.object({}),
  output: z.object({ purge: z.uuid() }),
  errors: ['CONFLICT', 'NOT_FOUND'],
});

export const getAuditPurge = rpc('reports.get-audit-purge.v1', {
  input: z.object({}),
  output: auditPurgeStanding,
  errors: ['NOT_FOUND'],
});

/**
 * Records that a dry run has found, oldest first: `limit` of them after the first `offset`. Deleted records are not
 * listed.
 */
export const listPurgedRecords = rpc('reports.list-purged-records.v1', {
  input: z.object({
    purge: z.uuid(),
    offset: z.int().check(z.minimum(0)),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  output: purgedRecordsPage,
  errors: ['NOT_FOUND'],
});

export const auditPurgeContracts = [checkAuditPurge, getAuditPurge, listPurgedRecords] as const;
