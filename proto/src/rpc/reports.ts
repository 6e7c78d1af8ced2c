import * as z from 'zod/mini';
import { transactionReportFields } from '../http/home.js';
import { exportFormats } from '../http/search-results.js';
import { auditPurgeContracts } from './audit-purge.js';
import { ls1ReportsContracts } from './ls1-migration.js';
import { rpc } from './contract.js';
import { deadFactContractsOf } from './dead-facts.js';
import { searchInput } from './search.js';

/**
 * Recomputes the hash chain of the actor's county (SECURITY.md#audit-log, S30) and returns the first row that does not
 * match. With `whole`, the check begins with the archive of purged records (S31); otherwise it leaves the archive out.
 */
export const verifyAudit = rpc('reports.verify-audit.v1', {
  input: z.object({ whole: z._default(z.boolean(), true) }),
  output: z.object({ ok: z.boolean(), rows: z.int(), firstBroken: z.nullable(z.int()), reason: z.string() }),
  errors: ['NOT_FOUND'],
  lane: 'slow',
  deadlineMs: 60_000,
});

/** A file of the object store, streamed under `fileName`. */
export const storedFile = z.object({
  objectKey: z.string(),
  contentType: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
});

/**
 * Prints or exports the results of a search with the actor's rights: one page, or all with pageNumber -1 (B8-12 to
 * B8-14; search/DESIGN.md#result-pages). The file is in the actor's language and is removed after an hour.
 */
export const exportSearch = rpc('reports.export-search.v1', {
  input: z.object({ search: searchInput, format: z.enum(exportFormats) }),
  output: storedFile,
  errors: [
    'SEARCH_NOT_ALLOWED',
    'DOWNLOAD_NOT_ALLOWED',
    'INVALID_TIMESTAMP',
    'INVALID_INPUT',
    'COUNTY_NOT_INDEXED',
    'INSUFFICIENT_FUNDS',
    'PAYMENT_NEEDED',
    'PAYMENT_NEEDED_AGAIN',
    'SERVICE_BUSY',
  ],
  lane: 'slow',
  deadlineMs: 30_000,
});

/**
 * A PDF of the transactions in a range of days (A7-15). It has the whole county's transactions for staff, the account's
 * for an account administrator, and only the actor's own for everyone else. The transactions are read from the ledger.
 * The file is removed after an hour.
 */
export const transactionReport = rpc('reports.transaction-report.v1', {
  input: transactionReportFields,
  output: storedFile,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'REPORT_TOO_LONG'],
  lane: 'slow',
  deadlineMs: 60_000,
});

export const reportsContracts = [
  verifyAudit,
  exportSearch,
  transactionReport,
  ...auditPurgeContracts,
  ...ls1ReportsContracts,
  ...deadFactContractsOf('reports'),
] as const;
