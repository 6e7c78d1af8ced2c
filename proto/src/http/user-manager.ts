import * as z from 'zod/mini';
import { hasAccount, role, userStatus, wantedStatus } from '../roles.js';
import { checkConfirmation, password } from './password-rules.js';
import { checkFormPhoneOfProfile, checkPhoneOfProfile, formPhones, username } from './person-fields.js';
import { profileFields, profileFormFields } from './profile.js';

/** The status filter of the user list (C1-02). The filter I includes users who are locked out (L). */
export const userStatusFilter = z.enum(['ALL', 'A', 'I', 'P']);

/** Number of users or accounts on a page of their list (C0-39). */
export const managedPageSize = 10;

/** The column that sorts the user list. Users with the same value in it are sorted by username. */
export const userSortKey = z.enum(['username', 'name', 'account', 'role']);
export type UserSortKey = z.infer<typeof userSortKey>;

const accountId = z._default(z.nullable(z.uuid()), null);

export const userFilters = {
  filterText: z._default(z.string().check(z.trim(), z.maxLength(100, 'forms:tooLong')), ''),
  statusType: z._default(userStatusFilter, 'ALL'),
  accountId,
};
/** The order of the list; exports are always ordered by username. */
export const userOrder = {
  sortKey: z._default(userSortKey, 'username'),
  sortDirection: z._default(z.enum(['ASC', 'DESC']), 'ASC'),
};
const page = z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1);

/** POST userManager/users (C1-41): a page of ten users. */
export const userListRequest = z.object({ ...userFilters, ...userOrder, page });
export type UserListRequest = z.infer<typeof userListRequest>;

/** POST userManager/userExport (C1-45): all users who match the filters. */
export const userExportRequest = z.object(userFilters);

/** A line of the user list (C1-08, C1-09). */
export const listedUser = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  accountId: z.nullable(z.string()),
  accountName: z.string(),
  role,
  status: userStatus,
});
export type ListedUser = z.infer<typeof listedUser>;

/** A page of the list, and the total number. */
export const userPage = z.object({ users: z.array(listedUser), total: z.int() });
export type UserPage = z.infer<typeof userPage>;

/** POST userManager/userDelete (C1-42); the answer is the updated list. */
export const userOfListRequest = z.object({ ...userListRequest.shape, userId: z.uuid() });

/** POST userManager/userChangeStatusSingle (C1-44); the filters of the list are accepted but not used. */
export const userStatusRequest = z.object({ userId: z.uuid(), status: z.optional(wantedStatus) });

/** POST userManager/userChangeStatusList (C1-43); the answer is the updated list. */
export const userStatusListRequest = z.object({
  ...userOfListRequest.shape,
  status: z.optional(wantedStatus),
});

/** The fields of every user entry; a new user also has a username and a password (C1-14, C1-15). */
const entryFields = { ...profileFields, role: z._default(role, 'USER'), accountId };

// Ids are plain strings here, because checks of ids would add kilobytes to the browser's first script.
const formEntryFields = { ...profileFormFields, ...formPhones, role, accountId: z.nullable(z.string()) };

type Entry = { role: z.infer<typeof role>; accountId: string | null };
const checkAccount = (payload: z.core.ParsePayload<Entry>): void => {
  if (hasAccount(payload.value.role) && payload.value.accountId === null)
    payload.issues.push({
      ...{ code: 'custom', message: 'forms:required', path: ['accountId'] },
      ...{ input: payload.value, continue: true },
    });
};

/** The fields that can be changed when a user is edited. */
export const userEntry = z.object(entryFields).check(checkAccount, checkPhoneOfProfile);
export type UserEntry = z.infer<typeof userEntry>;

/** A new user (id 0): the entry with username and password (C1-18, C1-23 to C1-25). */
export const newUserEntry = z
  .object({ ...entryFields, username, password: password() })
  .check(checkAccount, checkPhoneOfProfile);
export type NewUserEntry = z.infer<typeof newUserEntry>;

/**
 * The version of an entry that a page read: an opaque text that changes whenever a field of the entry changes. A save
 * that names an older version is refused; a save that names no version overwrites the entry.
 */
export const entryVersion = z.optional(z.string().check(z.maxLength(100)));

/**
 * Who last saved an entry, and when (ISO 8601). Left out in exports, before the first save, and if the portal itself
 * has changed the entry since. `by` is a username; it is empty if the reader may not see the username.
 */
export const entrySave = z.optional(z.object({ by: z.string(), at: z.string() }));

/** The id shows whether POST userManager/user creates or updates a user (C1-47). */
export const userEntryId = z.object({
  id: z.union([z.literal('0'), z.literal(0), z.uuid()]),
  version: entryVersion,
});

/** The form of a new user, with a field for each phone format and the password confirmation. */
export const newUserForm = z
  .object({ ...formEntryFields, username, password: password(), passwordConfirm: z.string() })
  .check(checkAccount, checkFormPhoneOfProfile, checkConfirmation);
export type NewUserForm = z.infer<typeof newUserForm>;

/** The form of an existing user. */
export const userForm = z
  .object({ ...formEntryFields, username: z.string(), password: z.string(), passwordConfirm: z.string() })
  .check(checkAccount, checkFormPhoneOfProfile);

/** GET userManager/user/{id} (C1-46). */
export const managedUser = z.object({
  ...listedUser.shape,
  company: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  email: z.string(),
  phoneFormatType: z.enum(['STANDARD', 'INTERNATIONAL']),
  phone: z.string(),
  /** ISO 8601, like `lastSignIn`. */
  createdAt: z.string(),
  /** Empty when the user has not signed in within the last year. */
  lastSignIn: z.string(),
  /** Left out in exports. */
  version: entryVersion,
  saved: entrySave,
});
export type ManagedUser = z.infer<typeof managedUser>;

/** POST userManager/userResetMail: the user to whom a link for a new password is mailed. */
export const userReference = z.object({ userId: z.uuid() });

/** POST userManager/userPassword (C1-49); the username is accepted but not used. */
export const userPasswordRequest = z
  .object({ id: z.uuid(), password: password(), passwordConfirm: z.string() })
  .check(checkConfirmation);
