import * as z from 'zod/mini';
import { codeDescription } from '../http/envelope.js';
import { withoutCardNumber } from '../http/no-card-number.js';
import { countyUserFields } from '../http/person-fields.js';
import { codeListRequest } from '../http/search-results.js';
import { searchType } from '../http/search-types.js';
import { language, role } from '../roles.js';
import { secret } from '../secret.js';
import { listBilledAccounts } from './account-tasks.js';
import { accountViewContracts } from './account-views.js';
import { accountManagerContracts } from './account-manager.js';
import { accountTerms } from './actor.js';
import { rpc, type Output } from './contract.js';
import { deadFactContractsOf } from './dead-facts.js';
import { providerSignInContracts } from './provider-sign-in.js';
import { registrationContracts } from './registration.js';
import { secondFactorContracts } from './second-factor.js';
import { session } from './session.js';
import { userManagerContracts } from './user-manager.js';
import { listLandLinkAccounts } from './landlink.js';
import { ls1MigrationContracts } from './ls1-migration.js';
import { userPurgeContracts } from './user-purge.js';

export { session, type Session } from './session.js';

/**
 * Signs a user in. `language` becomes the user's language; without it, the session uses the user's language. Limits per
 * user and per IP address are enforced here (S17). A wrong username and a wrong password return the same code. That
 * a user is locked, inactive or pending is reported only after the right password. CODE_NEEDED and WRONG_CODE: the
 * password was right and the user has a second factor; call again with the code.
 */
export const signIn = rpc('identity.sign-in.v1', {
  input: z.object({
    username: z.string(),
    password: secret(z.string()),
    code: z.optional(secret(z.string())),
    language: z.optional(language),
    address: z.string(),
    /** True if this IP address has recently sent wrong passwords. Sign-ins from other IP addresses then come first. */
    suspect: z.optional(z.boolean()),
    previousToken: z.nullable(secret(z.string())),
  }),
  output: z.object({ token: secret(z.string()), session }),
  errors: [
    'WRONG_CREDENTIALS',
    'CODE_NEEDED',
    'WRONG_CODE',
    'USER_LOCKED',
    'USER_INACTIVE',
    'USER_PENDING',
    'SYSTEM_LOCKOUT',
    'TOO_MANY_REQUESTS',
  ],
  deadlineMs: 5_000,
});

/**
 * Opens a session of the county's guest user (section userAccess), who has no password. NOT_FOUND: the county has no
 * guest user. The command opens sessions of the role GUEST only.
 */
export const signInGuest = rpc('identity.sign-in-guest.v1', {
  input: z.object({ language, address: z.string(), previousToken: z.nullable(secret(z.string())) }),
  output: z.object({ token: secret(z.string()), session }),
  errors: ['NOT_FOUND', 'USER_LOCKED', 'USER_INACTIVE', 'USER_PENDING', 'SYSTEM_LOCKOUT'],
});

/**
 * Reads the session of a token and records the visit; null when there is no session. The gateway calls this command
 * for sessions that are not in its cache.
 */
export const openSession = rpc('identity.open-session.v1', {
  reads: true,
  input: z.object({ tokenHash: z.string() }),
  output: z.nullable(session),
  errors: [],
});

/** Records that sessions were used, each at most once a minute. */
export const touchSessions = rpc('identity.touch-sessions.v1', {
  input: z.object({ tokenHashes: z.array(z.string()) }),
  output: z.object({}),
  errors: [],
});

export const signOut = rpc('identity.sign-out.v1', {
  inView: 'ENDS',
  input: z.object({}),
  output: z.object({}),
  errors: [],
  lane: 'must',
});

/** Ends all sessions of the caller, including this one. Not for guests, because many people share the guest user. */
export const signOutEverywhere = rpc('identity.sign-out-everywhere.v1', {
  inView: 'ENDS',
  input: z.object({}),
  output: z.object({ ended: z.int() }),
  errors: ['NOT_FOUND'],
  lane: 'must',
});

/** Ends all sessions of a user, or all sessions of the county except those of staff (lockout, End User Sessions). */
export const endSessions = rpc('identity.end-sessions.v1', {
  input: z.object({ user: z.nullable(z.string()) }),
  output: z.object({ ended: z.int() }),
  errors: ['NOT_FOUND'],
  lane: 'must',
  system: ['launcher'],
});

const signedInCounts = z.object({ role, people: z.int(), sessions: z.int() });

/** Staff only: the numbers of people and live sessions by role, and the fifty sessions that were used most recently. */
export const listSignedIn = rpc('identity.list-signed-in.v1', {
  input: z.object({}),
  output: z.object({
    roles: z.array(signedInCounts),
    newest: z.array(
      z.object({
        username: z.string(),
        role,
        accountName: z.string(),
        since: z.iso.datetime(),
        lastSeen: z.iso.datetime(),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
});

const accountFields = {
  id: z.uuid(),
  name: z
    .string()
    .check(z.minLength(1, 'forms:required'), z.maxLength(60, 'forms:tooLong'), withoutCardNumber),
  status: z.enum(['A', 'I']),
  terms: accountTerms,
  /** null means every kind of search that the county enables. */
  searchList: z.nullable(z.array(searchType)),
  /** The account's number in the office's own system; undefined changes nothing. */
  landLinkAccount: z.optional(z.string().check(z.regex(/^\d{0,10}$/))),
};
export const account = z.object(accountFields);
export type Account = z.infer<typeof account>;

/** Creates or replaces an account by its id. The caller creates the id, so that a retry changes nothing. */
export const saveAccount = rpc('identity.save-account.v1', {
  input: account,
  output: z.object({}),
  errors: ['CONFLICT', 'NOT_FOUND'],
  system: ['launcher'],
});

/**
 * A user. Usernames follow the rules of the specification (letters, digits and . _ @, at most 50 characters), but may
 * be shorter than 8 characters, because usernames of staff and of the guest may be short.
 */
export const newUser = z.object({
  id: z.uuid(),
  username: z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9]|[._@](?=[A-Za-z0-9])){1,49}$/, 'forms:username'),
      withoutCardNumber,
    ),
  password: secret(
    z.string().check(z.minLength(8, 'forms:passwordMinimum'), z.maxLength(64, 'forms:passwordMaximum')),
  ),
  firstName: z.string().check(z.maxLength(30, 'forms:tooLong'), withoutCardNumber),
  lastName: z.string().check(z.maxLength(30, 'forms:tooLong'), withoutCardNumber),
  email: z.string().check(z.maxLength(50, 'forms:tooLong'), withoutCardNumber),
  role,
  /** A active, I inactive, P pending registration, L locked. */
  status: z.enum(['A', 'I', 'P', 'L']),
  language,
  account: z.nullable(z.uuid()),
});
export type NewUser = z.infer<typeof newUser>;

/** Creates a user, or changes the user with this id. An invalid password → INVALID_INPUT at its field. */
export const saveUser = rpc('identity.save-user.v1', {
  input: newUser,
  output: z.object({}),
  errors: ['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
  deadlineMs: 5_000,
  system: ['launcher'],
});

/**
 * For the launcher: makes the first COUNTY user of a county and mails the link that sets the password. Until the link
 * is used, the user has no password and cannot sign in. During that time, another call corrects names and e-mail
 * address and sends a new link. CONFLICT: a COUNTY user has a password already, or another person has been invited; the
 * parameter `username` names that user. A taken username → INVALID_INPUT.
 */
export const inviteCountyUser = rpc('identity.invite-county-user.v1', {
  input: z.object(countyUserFields),
  output: z.object({}),
  errors: ['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
  callers: [],
  system: ['launcher'],
});

/**
 * For the launcher: creates a user with the role TRIMIN, for one of the people who run the installation, and mails the
 * link that sets the password. Until the link is used, another call corrects names and e-mail address and sends a new
 * link; after that → CONFLICT (`username`). A taken username → INVALID_INPUT.
 */
export const inviteProviderUser = rpc('identity.invite-provider-user.v1', {
  input: z.object(countyUserFields),
  output: z.object({}),
  errors: ['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
  callers: [],
  system: ['launcher'],
});

export const setUserStatus = rpc('identity.set-user-status.v1', {
  input: z.object({ user: z.uuid(), status: z.enum(['A', 'I']) }),
  output: z.object({}),
  errors: ['NOT_FOUND'],
  system: ['launcher'],
});

/**
 * Users of the county whose name or username starts with a text, at most 500. The code is the username (B7-11). An
 * ACCOUNT user sees the users of the same account; lower roles see none.
 */
export const listUserCodes = rpc('identity.list-user-codes.v1', {
  inView: 'READS',
  input: codeListRequest,
  output: z.array(codeDescription),
  errors: [],
});

/**
 * Usernames by user id, because the ledger has only ids. Staff gets any username of the county, an ACCOUNT user gets
 * those of the same account, and users of lower roles get only their own.
 */
export const listUsernames = rpc('identity.list-usernames.v1', {
  inView: 'READS',
  input: z.object({ users: z.array(z.uuid()).check(z.maxLength(5_000)) }),
  output: z.array(z.object({ user: z.string(), username: z.string() })),
  errors: [],
  callers: ['gateway', 'reports'],
});

/**
 * The time when somebody else created the caller's own user or last changed how that user signs in (password, e-mail,
 * type, activation); null if that never happened. For 14 days after that, the user does not count as a second person
 * (DECISIONS.md#panel-70).
 */
export const getOwnAccess = rpc('identity.get-own-access.v1', {
  reads: true,
  input: z.object({}),
  output: z.object({ setAt: z.nullable(z.iso.datetime()) }),
  errors: ['NOT_FOUND'],
  callers: ['payments'],
});

/** Accounts by their ids: staff gets any of the county, others only their own. */
export const describeAccounts = rpc('identity.describe-accounts.v1', {
  input: z.object({ accounts: z.array(z.uuid()).check(z.maxLength(100)) }),
  output: z.array(
    z.object({ id: z.string(), name: z.string(), status: z.enum(['A', 'I']), terms: accountTerms }),
  ),
  errors: [],
  callers: ['gateway', 'payments', 'reports'],
});
export type DescribedAccount = Output<typeof describeAccounts>[number];

/**
 * Accounts whose name starts with a text, at most 500. The code is the account's id (B7-12). Staff sees all accounts of
 * the county, an ACCOUNT user only the user's own account; lower roles see none.
 */
export const listAccountCodes = rpc('identity.list-account-codes.v1', {
  inView: 'READS',
  input: codeListRequest,
  output: z.array(codeDescription),
  errors: [],
});

export const identityContracts = [
  listUserCodes,
  listUsernames,
  listAccountCodes,
  describeAccounts,
  getOwnAccess,
  signIn,
  signInGuest,
  openSession,
  touchSessions,
  signOut,
  signOutEverywhere,
  endSessions,
  listSignedIn,
  saveAccount,
  saveUser,
  inviteCountyUser,
  inviteProviderUser,
  setUserStatus,
  ...registrationContracts,
  ...secondFactorContracts,
  ...providerSignInContracts,
  ...userManagerContracts,
  ...accountManagerContracts,
  ...accountViewContracts,
  ...userPurgeContracts,
  ...ls1MigrationContracts,
  listBilledAccounts,
  listLandLinkAccounts,
  ...deadFactContractsOf('identity'),
] as const;
