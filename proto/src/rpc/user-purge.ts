import * as z from 'zod/mini';
import { purgedUsersPage, userPurgeStanding } from '../http/purges.js';
import { rpc } from './contract.js';

// A purge deletes users of accounts that pay by card, if the users are inactive or pending and have not signed in for a
// long time. It runs on request or every night (DECISIONS.md#panel-20). Only staff may send these commands; everybody
// else gets NOT_FOUND.

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const purge = z.object({ purge: z.uuid() });

/**
 * A dry run: finds the users who would be deleted, and those who stay, with the reason. The new dry run replaces the
 * county's earlier one. A day in the future → INVALID_INPUT at `purgeDate`; CONFLICT while another purge of the county
 * is under way.
 */
export const checkUserPurge = rpc('identity.check-user-purge.v1', {
  input: z.object({ since: day }),
  output: purge,
  errors: ['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
  deadlineMs: 10_000,
});

/**
 * Deletes the users whom a dry run for the same day has found, if they still qualify. Without a dry run, the purge
 * finds the users itself. NOT_FOUND for staff: the dry run was replaced, is unfinished, or was for another day.
 */
export const startUserPurge = rpc('identity.start-user-purge.v1', {
  input: z.object({ since: day, checked: z.nullable(z.uuid()) }),
  output: purge,
  errors: ['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
  deadlineMs: 10_000,
});

export const getUserPurge = rpc('identity.get-user-purge.v1', {
  input: z.object({}),
  output: userPurgeStanding,
  errors: ['NOT_FOUND'],
});

/** The users that a purge has found, ordered by username: `limit` of them after the first `offset`. */
export const listPurgedUsers = rpc('identity.list-purged-users.v1', {
  input: z.object({
    purge: z.uuid(),
    offset: z.int().check(z.minimum(0)),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  output: purgedUsersPage,
  errors: ['NOT_FOUND'],
});

export const userPurgeContracts = [checkUserPurge, startUserPurge, getUserPurge, listPurgedUsers] as const;
