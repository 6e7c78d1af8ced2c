import * as z from 'zod/mini';
import {
  entryVersion,
  listedUser,
  managedUser,
  newUserEntry,
  userEntry,
  userFilters,
  userOrder,
} from '../http/user-manager.js';
import { userStatus, wantedStatus } from '../roles.js';
import { secret } from '../secret.js';
import { rpc } from './contract.js';

// Staff manages the county's users, and an ACCOUNT user manages the users of the same account. For other callers and
// other users the answer is NOT_FOUND (S9).

const user = z.object({ user: z.uuid() });
const done = z.object({});

/**
 * Users in the wanted order: `limit` of them after the first `offset`. `filterText` is the start of the username, last
 * name, first name or e-mail address.
 */
export const listManagedUsers = rpc('identity.list-managed-users.v1', {
  input: z.object({
    ...userFilters,
    ...userOrder,
    offset: z.int().check(z.minimum(0)),
    limit: z.int().check(z.minimum(1), z.maximum(1_000)),
  }),
  output: z.object({ users: z.array(listedUser), total: z.int() }),
  errors: ['NOT_FOUND'],
});

export const openManagedUser = rpc('identity.open-managed-user.v1', {
  input: user,
  output: managedUser,
  errors: ['NOT_FOUND'],
});

/** The number of users or accounts that an export reads at once. */
export const exportBatch = 500;

/**
 * The next users of the whole list, which is ordered by username. `after` is the last username of the previous answer.
 * An answer with fewer than `exportBatch` users is the last one.
 */
export const exportManagedUsers = rpc('identity.export-managed-users.v1', {
  input: z.object({ ...userFilters, after: z.nullable(z.string().check(z.maxLength(100))) }),
  output: z.array(managedUser),
  errors: ['NOT_FOUND'],
  deadlineMs: 10_000,
});

/** Creates an active user. A taken username → INVALID_INPUT at `username`. The caller creates the id. */
export const createManagedUser = rpc('identity.create-managed-user.v1', {
  input: z.object({ id: z.uuid(), entry: newUserEntry }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  deadlineMs: 5_000,
});

/**
 * Saves a user. A new role or account applies to the user's sessions from their next request. `version` is the version
 * that was read; if the entry has changed since → CONFLICT, unless the same person repeats the last save.
 */
export const saveManagedUser = rpc('identity.save-managed-user.v1', {
  input: z.object({ user: z.uuid(), entry: userEntry, version: entryVersion }),
  output: done,
  errors: ['CONFLICT', 'INVALID_INPUT', 'LAST_COUNTY_USER', 'NOT_FOUND', 'OWN_USER'],
});

/**
 * Makes a user active, or makes a user inactive and ends the user's sessions, as `status` says; a user who already has
 * this status does not change. Without `status`, makes an active user inactive and any other user active (C1-35).
 * Returns the status after the change.
 */
export const toggleManagedUser = rpc('identity.toggle-managed-user.v1', {
  input: z.object({ user: z.uuid(), status: z.optional(wantedStatus) }),
  output: z.object({ status: userStatus }),
  errors: ['LAST_COUNTY_USER', 'NOT_FOUND', 'OWN_USER'],
});

/**
 * Removes a user and all data about them except the username, which purchases and the audit log still show. Removing a
 * user again succeeds.
 */
export const deleteManagedUser = rpc('identity.delete-managed-user.v1', {
  input: user,
  output: done,
  errors: ['LAST_COUNTY_USER', 'NOT_FOUND', 'OWN_USER'],
});

/** Sets a password and ends the user's sessions. */
export const setManagedPassword = rpc('identity.set-managed-password.v1', {
  input: z.object({ user: z.uuid(), password: secret(z.string()) }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  deadlineMs: 5_000,
});

/**
 * Mails a managed user the link for a new password, with the limits of `offerPasswordReset`. `address` is the browser's
 * IP address, because requests are limited for each address too. RESET_ELSEWHERE: the user belongs to the county's
 * identity provider. RESET_LIMIT: the user has received enough e-mails, and the last link still works.
 */
export const mailManagedReset = rpc('identity.mail-managed-reset.v1', {
  input: z.object({ user: z.uuid(), address: z.string() }),
  output: done,
  errors: [
    'NOT_FOUND',
    'RESET_ELSEWHERE',
    'RESET_LIMIT',
    'RESET_NO_ADDRESS',
    'RESET_NOT_ACTIVE',
    'TOO_MANY_REQUESTS',
  ],
});

export const userManagerContracts = [
  listManagedUsers,
  exportManagedUsers,
  openManagedUser,
  createManagedUser,
  saveManagedUser,
  toggleManagedUser,
  deleteManagedUser,
  setManagedPassword,
  mailManagedReset,
] as const;
