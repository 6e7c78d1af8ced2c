import * as z from 'zod/mini';
import {
  managedUser,
  userPage,
  type ManagedUser,
  type NewUserEntry,
  type UserEntry,
  type UserListRequest,
  type UserPage,
} from '@portal/proto/http/user-manager';
import type { WantedStatus } from '@portal/proto/roles';
import { api, messageOf } from '../../shared/http/api.js';

const done = z.object({});

type OfList = UserListRequest & { userId: string };
/** `version` is the version of the entry that was read. */
type SavedUser = (UserEntry & { id: string; version: string | undefined }) | (NewUserEntry & { id: 0 });

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST userManager/users (C1-41). */
    users: build.query<UserPage, UserListRequest>({
      query: (body) => ({ path: 'userManager/users', body, answer: userPage }),
    }),
    /** GET userManager/user/{id} (C1-46). */
    user: build.query<ManagedUser, string>({
      query: (id) => ({ path: `userManager/user/${id}`, method: 'GET', answer: managedUser }),
    }),
    /**
     * Reads the user again after a refused save. This is a separate query, because the page hides the form while the
     * query `user` is loading.
     */
    storedUser: build.query<ManagedUser, string>({
      query: (id) => ({ path: `userManager/user/${id}`, method: 'GET', answer: managedUser }),
      keepUnusedDataFor: 0,
    }),
    /** POST userManager/user (C1-47); resolves to the server's message. */
    saveUser: build.mutation<string, SavedUser>({
      query: (body) => ({ path: 'userManager/user', body, answer: done }),
      transformResponse: messageOf,
    }),
    /** POST userManager/userPassword (C1-49). */
    setUserPassword: build.mutation<
      string,
      { id: string; username: string; password: string; passwordConfirm: string }
    >({
      query: (body) => ({ path: 'userManager/userPassword', body, answer: done }),
      transformResponse: messageOf,
    }),
    /** POST userManager/userResetMail; resolves to the server's message. */
    mailReset: build.mutation<string, { userId: string }>({
      query: (body) => ({ path: 'userManager/userResetMail', body, answer: done }),
      transformResponse: messageOf,
    }),
    /** POST userManager/userDelete (C1-42). */
    deleteUser: build.mutation<string, OfList>({
      query: (body) => ({ path: 'userManager/userDelete', body, answer: userPage }),
      transformResponse: messageOf,
    }),
    /** POST userManager/userChangeStatusList (C1-43). */
    changeUserStatus: build.mutation<string, OfList & { status: WantedStatus }>({
      query: (body) => ({ path: 'userManager/userChangeStatusList', body, answer: userPage }),
      transformResponse: messageOf,
    }),
  }),
});

export const {
  useUsersQuery,
  useUserQuery,
  useLazyStoredUserQuery,
  useSaveUserMutation,
  useSetUserPasswordMutation,
  useMailResetMutation,
  useDeleteUserMutation,
  useChangeUserStatusMutation,
} = usersApi;
