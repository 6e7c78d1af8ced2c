import * as z from 'zod/mini';
import { isoDay } from '../dates.js';
import { userStatus } from '../roles.js';

/**
 * The states of a purge. CHECKING finds the rows that would be deleted. CHECKED is the end of a dry run. ARCHIVING
 * copies the rows to the object store. DELETING deletes them. FINISHING removes from the archive the users who were not
 * deleted after all. A purge of the audit log alternates between archiving and deleting. Such a purge is STOPPED where
 * the chain of hashes is broken, so that it destroys no evidence.
 */
export const purgeStates = [
  'CHECKING',
  'CHECKED',
  'ARCHIVING',
  'DELETING',
  'FINISHING',
  'DONE',
  'STOPPED',
] as const;
export type PurgeState = (typeof purgeStates)[number];

/** A purge in one of these states is under way: it continues by itself, even after a restart. */
export const activePurgeStates = ['CHECKING', 'ARCHIVING', 'DELETING', 'FINISHING'] as const;

export const isActive = (state: PurgeState): boolean => activePurgeStates.some((active) => active === state);

/**
 * The outcome for a user whom a purge found. WAITING: not checked yet. FREE: may be deleted. DELETED: was deleted. The
 * other outcomes say why the user stays: the account has money (MONEY), a reserved amount (HOLDS), an open order, card
 * page or authorized card (PAYING) or a debt (OWES), or the user signed in or was changed after the purge began
 * (CHANGED).
 */
export const purgeOutcomes = [
  'WAITING',
  'FREE',
  'DELETED',
  'MONEY',
  'HOLDS',
  'PAYING',
  'OWES',
  'CHANGED',
] as const;
export const purgeOutcome = z.enum(purgeOutcomes);
export type PurgeOutcome = (typeof purgeOutcomes)[number];

const purgeFields = {
  id: z.uuid(),
  state: z.enum(purgeStates),
  /** True if the schedule started the purge; false if a person did. */
  automatic: z.boolean(),
  /** An instant; '' until the purge has started. */
  startedAt: z.string(),
  /** An instant; '' until the purge has finished. */
  finishedAt: z.string(),
  /**
   * In hex: the SHA-256 of an archive of users, or the last hash in an archive of the audit log; '' until the archive
   * exists.
   */
  archiveHash: z.string(),
};

export const userPurge = z.object({
  ...purgeFields,
  /** The purge finds users who have not signed in since this day of the county, YYYY-MM-DD. */
  since: z.string(),
  /** Number of users found. */
  found: z.int(),
  /** How many of the found users were checked so far. */
  checked: z.int(),
  /** Number of users deleted. */
  deleted: z.int(),
  /** Number of users who stay, by reason. */
  kept: z.partialRecord(purgeOutcome, z.int()),
});
export type UserPurge = z.infer<typeof userPurge>;

/** A user whom a purge found. */
export const purgedUser = z.object({
  username: z.string(),
  accountName: z.string(),
  status: z.nullable(userStatus),
  /** Instant; '' for a user who never signed in. */
  lastSignIn: z.string(),
  outcome: purgeOutcome,
});
export type PurgedUser = z.infer<typeof purgedUser>;

export const auditPurge = z.object({
  ...purgeFields,
  /** The purge deletes the records that were written before this day of the county, YYYY-MM-DD. */
  before: z.string(),
  /** The record number of the first record to be deleted. */
  first: z.int(),
  /** How many records were found. */
  found: z.int(),
  /** How many records were deleted. */
  deleted: z.int(),
  /** The instant of the oldest record to be deleted; '' if there is none. */
  oldest: z.string(),
  /** The instant of the newest record to be deleted; '' if there is none. */
  newest: z.string(),
});
export type AuditPurge = z.infer<typeof auditPurge>;

export const purgedRecord = z.object({
  number: z.int(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  object: z.string(),
});
export type PurgedRecord = z.infer<typeof purgedRecord>;

const standing = /* @__NO_SIDE_EFFECTS__ */ <P extends z.core.$ZodType>(purge: P) =>
  z.object({
    /** The newest purge, dry runs included. */
    current: z.nullable(purge),
    /** The newest purge before `current` that has deleted something. */
    last: z.nullable(purge),
    /** The instant of the next automatic purge; '' while the schedule is off. */
    next: z.string(),
  });

/** GET controlPanel/countyConfig/userPurgeNow and GET controlPanel/auditPurge. */
export const userPurgeStanding = standing(userPurge);
export const auditPurgeStanding = standing(auditPurge);
export type UserPurgeStanding = z.infer<typeof userPurgeStanding>;
export type AuditPurgeStanding = z.infer<typeof auditPurgeStanding>;

/** The purge date that the page Purge Now shows at first, MM/DD/YYYY (C6-13). */
export const defaultPurgeDate = '01/05/2020';

const purgeDate = z.string().check(z.refine((text) => isoDay(text) !== undefined, 'forms:invalidDate'));

/** POST controlPanel/userPurges/check: a dry run. */
export const checkUserPurgeRequest = z.object({ purgeDate });
/**
 * POST controlPanel/countyConfig/userPurgeNow (C6-16). If the request names a dry run in `checked`, only users whom the
 * dry run found are deleted.
 */
export const userPurgeNowRequest = z.object({ purgeDate, checked: z._default(z.nullable(z.uuid()), null) });

export const purgeReference = z.object({ id: z.uuid() });
/** The answer when a dry run or a purge has begun. */
export const begunPurge = z.object({ purge: z.string() });

/** Number of rows on a page of the users or records that a purge has found. */
export const purgePageSize = 25;

/** GET controlPanel/userPurges/{id}/users and controlPanel/auditPurge/{id}/records, `?offset=`. */
export const purgePageRequest = z.object({
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000_000)), 0),
});
export const purgedUsersPage = z.object({ users: z.array(purgedUser), total: z.int() });
export const purgedRecordsPage = z.object({ records: z.array(purgedRecord), total: z.int() });
