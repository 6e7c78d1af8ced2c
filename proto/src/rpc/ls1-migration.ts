import * as z from 'zod/mini';
import { ls1Kind, ls1List, ls1RefusalsPage, ls1Standing } from '../http/ls1.js';
import { logTypes } from '../http/reports.js';
import { secret } from '../secret.js';
import { rpc } from './contract.js';

// Migrations from LandShark One (DECISIONS.md#ls-1). Only TRIMIN users may call these commands; others get NOT_FOUND. A
// county can have only one migration at a time: CONFLICT while another is under way.

const day = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)));
const begun = z.object({ migration: z.uuid() });
const source = {
  address: z.string().check(z.maxLength(255)),
  name: z.string().check(z.maxLength(128)),
  username: z.string().check(z.maxLength(128)),
  password: secret(z.string().check(z.maxLength(200))),
  dryRun: z.boolean(),
};

/**
 * Replaces the county's accounts and users by those of LS1; TRIMIN users and the guest stay. COUNTY_HAS_MONEY:
 * somebody has paid before, or a payment is under way.
 */
export const migrateLs1Accounts = rpc('identity.migrate-ls1-accounts.v1', {
  input: z.object(source),
  output: begun,
  errors: ['CONFLICT', 'COUNTY_HAS_MONEY', 'INVALID_INPUT', 'NOT_FOUND'],
  deadlineMs: 10_000,
});

/**
 * Copies the entries of LS1's audit log between two days, both included. First deletes what earlier migrations copied
 * for these days. A day begins and ends by the county's clock; a null day sets no limit.
 */
export const migrateLs1AuditLog = rpc('identity.migrate-ls1-audit-log.v1', {
  input: z.object({
    ...source,
    from: day,
    to: day,
    dataType: z.enum(['ALL', 'TRANSACTIONS']),
    batchSize: z.int().check(z.minimum(1), z.maximum(100_000)),
  }),
  output: begun,
  errors: ['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
  deadlineMs: 10_000,
});

/** The newest migration of a kind. */
export const getLs1Migration = rpc('identity.get-ls1-migration.v1', {
  input: z.object({ kind: ls1Kind }),
  output: ls1Standing,
  errors: ['NOT_FOUND'],
});

/**
 * Rows or values that a migration has left out, in their order: `limit` of them after the first `offset`. Without
 * `list`, which a gateway of the previous version does not send, returns rows and values together.
 */
export const listLs1Refusals = rpc('identity.list-ls1-refusals.v1', {
  input: z.object({
    migration: z.uuid(),
    list: z.optional(ls1List),
    offset: z.int().check(z.minimum(0)),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  output: ls1RefusalsPage,
  errors: ['NOT_FOUND'],
});

/**
 * Ends a migration before it is done; CONFLICT once the new users have replaced the old ones. Entries of the audit log
 * that were already copied stay.
 */
export const cancelLs1Migration = rpc('identity.cancel-ls1-migration.v1', {
  input: z.object({ migration: z.uuid() }),
  output: z.object({}),
  errors: ['CONFLICT', 'NOT_FOUND'],
});

export const ls1MigrationContracts = [
  migrateLs1Accounts,
  migrateLs1AuditLog,
  getLs1Migration,
  listLs1Refusals,
  cancelLs1Migration,
] as const;

/**
 * Tells whether money has moved or is moving in the county. `hasEntries`: the ledger has entries other than the demo's
 * opening balances. `isUnderWay`: an order, a card payment, an authorized card, an e-file fee, a refund or a correction
 * is not finished.
 */
export const findCountyMoney = rpc('payments.find-county-money.v1', {
  input: z.object({}),
  output: z.object({ hasEntries: z.boolean(), isUnderWay: z.boolean() }),
  errors: ['NOT_FOUND'],
  deadlineMs: 5_000,
  callers: [],
  system: ['identity'],
});

/** Number of entries that the identity service sends to the reports service at once. */
export const ls1EntriesAtOnce = 1_000;

/** An entry of LS1's audit log, converted to the fields of a line in the portal's reports. Amounts are cents. */
export const ls1Entry = z.object({
  /** The number of the entry in LS1, as digits. */
  number: z.string().check(z.regex(/^\d{1,19}$/)),
  at: z.iso.datetime(),
  log: z.enum(logTypes),
  kind: z.string().check(z.maxLength(100)),
  /**
   * The id of a user of this portal, or `ls1:` and the id in LS1 for a user who was not migrated; empty when the entry
   * has no user.
   */
  user: z.string().check(z.maxLength(60)),
  username: z.string().check(z.maxLength(100)),
  account: z.string().check(z.maxLength(60)),
  accountName: z.string().check(z.maxLength(200)),
  subject: z.string().check(z.maxLength(500)),
  pages: z.int(),
  charged: z.int(),
  credited: z.int(),
  images: z.int(),
});
export type Ls1Entry = z.infer<typeof ls1Entry>;

/** Adds entries of LS1's audit log to the portal's reports. An entry that was already added is not added again. */
export const addLs1Entries = rpc('reports.add-ls1-entries.v1', {
  input: z.object({
    entries: z.array(ls1Entry).check(z.maxLength(ls1EntriesAtOnce)),
    /** The time when the migration began. */
    begunAt: z.optional(z.iso.datetime()),
  }),
  output: z.object({ added: z.int() }),
  errors: ['NOT_FOUND'],
  deadlineMs: 10_000,
  callers: [],
  system: ['identity'],
});

/**
 * Deletes a portion of the entries that migrations have added to the reports and whose times are between two instants;
 * null sets no limit. `left` is true while more of these entries remain.
 */
export const deleteLs1Entries = rpc('reports.delete-ls1-entries.v1', {
  input: z.object({
    from: z.nullable(z.iso.datetime()),
    until: z.nullable(z.iso.datetime()),
    /**
     * The time when the migration began. Entries that this migration or a later one has added are not deleted, so a
     * late repeat of the command does no harm.
     */
    begunAt: z.optional(z.iso.datetime()),
  }),
  output: z.object({ deleted: z.int(), left: z.boolean() }),
  errors: ['NOT_FOUND'],
  deadlineMs: 10_000,
  callers: [],
  system: ['identity'],
});

export const ls1PaymentsContracts = [findCountyMoney] as const;
export const ls1ReportsContracts = [addLs1Entries, deleteLs1Entries] as const;
