import * as z from 'zod/mini';
import { seenAccount } from '../http/account-deletion.js';
import { accountMail } from '../http/account-mail.js';
import {
  accountEntry,
  accountFilters,
  accountSignIns,
  listedAccount,
  managedAccount,
} from '../http/accounts.js';
import { entryVersion } from '../http/user-manager.js';
import { searchType } from '../http/search-types.js';
import { wantedStatus } from '../roles.js';
import { rpc } from './contract.js';

// For staff alone; for anybody else, and for accounts of other counties, the answer is NOT_FOUND.

const account = z.object({ account: z.uuid() });
const done = z.object({});

/**
 * Accounts in the requested order: `limit` of them after the first `offset`. `filterText` is the start of the name. An
 * account needs billing or image renewal when the billing service has reported an unpaid month.
 */
export const listManagedAccounts = rpc('identity.list-managed-accounts.v1', {
  input: z.object({
    ...accountFilters,
    offset: z.int().check(z.minimum(0)),
    limit: z.int().check(z.minimum(1), z.maximum(1_000)),
  }),
  output: z.object({ accounts: z.array(listedAccount), total: z.int() }),
  errors: ['NOT_FOUND'],
});

/**
 * The next accounts of the whole list, which is ordered by name. `after` is the last name of the previous answer. An
 * answer with fewer than `exportBatch` accounts is the last one.
 */
export const exportManagedAccounts = rpc('identity.export-managed-accounts.v1', {
  input: z.object({ ...accountFilters, after: z.nullable(z.string().check(z.maxLength(500))) }),
  output: z.array(managedAccount),
  errors: ['NOT_FOUND'],
  deadlineMs: 10_000,
});

export const openManagedAccount = rpc('identity.open-managed-account.v1', {
  input: account,
  output: managedAccount,
  errors: ['NOT_FOUND'],
});

/**
 * Counts how often the account's present users signed in or were refused in the last `signInDays` days of the county.
 */
export const countAccountSignIns = rpc('identity.count-account-sign-ins.v1', {
  input: account,
  output: accountSignIns,
  errors: ['NOT_FOUND'],
});

/** Finds the last e-mail to a present user of the account, and what became of it. */
export const findAccountMail = rpc('identity.find-account-mail.v1', {
  input: account,
  output: accountMail,
  errors: ['NOT_FOUND'],
});

/**
 * Creates an active account. A name that another account has → INVALID_INPUT at that field. The caller creates the id.
 */
export const createManagedAccount = rpc('identity.create-managed-account.v1', {
  input: z.object({ id: z.uuid(), entry: accountEntry }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

/**
 * Saves an account. New terms apply to its users from their next request. An inactive account → ACCOUNT_INACTIVE.
 * `version` is the version that was read; if the entry has changed since → CONFLICT, unless the same person repeats
 * the last save.
 */
export const saveManagedAccount = rpc('identity.save-managed-account.v1', {
  input: z.object({ account: z.uuid(), entry: accountEntry, version: entryVersion }),
  output: done,
  errors: ['ACCOUNT_INACTIVE', 'CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
});

/**
 * Changes the status of an account (C2-23). Deactivating an account also deactivates its active users and ends their
 * sessions. Activating it also activates the users that were deactivated with it. An account that already has the
 * wanted `status` stays as it is; without `status`, it gets the other status. Returns the status after the change and
 * the number of changed users.
 */
export const toggleManagedAccount = rpc('identity.toggle-managed-account.v1', {
  input: z.object({ account: z.uuid(), status: z.optional(wantedStatus) }),
  output: z.object({ status: z.enum(['A', 'I']), users: z.int() }),
  errors: ['NOT_FOUND'],
  deadlineMs: 10_000,
});

/**
 * Deletes an account with its users, whose sessions end. While the account is not settled, the error code says what is
 * open. `seen` is what the clerk saw before; if it has changed since → ACCOUNT_CHANGED. A repeat returns the same
 * answer.
 */
export const deleteManagedAccount = rpc('identity.delete-managed-account.v1', {
  input: z.object({ ...account.shape, seen: z.optional(seenAccount) }),
  output: done,
  errors: ['ACCOUNT_CHANGED', 'ACCOUNT_HAS_HOLDS', 'ACCOUNT_HAS_MONEY', 'ACCOUNT_OWES', 'NOT_FOUND'],
  deadlineMs: 15_000,
});

const pageAccess = z.object({
  name: z.string(),
  /** null: every kind that the county offers. */
  searches: z.nullable(z.array(searchType)),
});

export const getPageAccess = rpc('identity.get-page-access.v1', {
  input: account,
  output: pageAccess,
  errors: ['NOT_FOUND'],
});

/** Saves the kinds of search that the account's users see. The change takes effect at the users' next request. */
export const savePageAccess = rpc('identity.save-page-access.v1', {
  input: z.object({ account: z.uuid(), searches: z.array(searchType) }),
  output: done,
  errors: ['ACCOUNT_INACTIVE', 'NOT_FOUND'],
});

/**
 * Resets every account of the county to the county's searches (C5-06). The change takes effect at the users' next
 * request. Returns how many accounts had searches of their own. A repeat changes nothing.
 */
export const resetPageAccess = rpc('identity.reset-page-access.v1', {
  input: z.object({}),
  output: z.object({ accounts: z.int() }),
  errors: ['NOT_FOUND'],
  deadlineMs: 20_000,
});

export const accountManagerContracts = [
  listManagedAccounts,
  exportManagedAccounts,
  openManagedAccount,
  countAccountSignIns,
  findAccountMail,
  createManagedAccount,
  saveManagedAccount,
  toggleManagedAccount,
  deleteManagedAccount,
  getPageAccess,
  savePageAccess,
  resetPageAccess,
] as const;
