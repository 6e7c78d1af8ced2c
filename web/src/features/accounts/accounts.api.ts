import * as z from 'zod/mini';
import type { SeenAccount } from '@portal/proto/http/account-deletion';
import {
  accountOverview,
  accountPage,
  accountPageAccess,
  accountSignIns,
  flatFeeUsage,
  openedAccount,
  type AccountEntry,
  type AccountListRequest,
  type AccountOverview,
  type AccountPage,
  type AccountPageAccess,
  type AccountSignIns,
  type FlatFeeUsage,
  type OpenedAccount,
  type PageAccessFlags,
} from '@portal/proto/http/accounts';
import { accountMail, type AccountMail } from '@portal/proto/http/account-mail';
import { userPage, type UserPage } from '@portal/proto/http/user-manager';
import type { WantedStatus } from '@portal/proto/roles';
import { api, messageOf } from '../../shared/http/api.js';

const done = z.object({});

type OfList = AccountListRequest & { accountId: string };
/** `version` is the version that the entry had when it was read. */
type SavedAccount = AccountEntry & { id: string; version: string | undefined };

const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST controlPanel/accounts (C2-59). */
    accounts: build.query<AccountPage, AccountListRequest>({
      query: (body) => ({ path: 'controlPanel/accounts', body, answer: accountPage }),
    }),
    /** GET controlPanel/account/{id} (C2-65); 0 is a new account. */
    account: build.query<OpenedAccount, string>({
      query: (id) => ({ path: `controlPanel/account/${id}`, method: 'GET', answer: openedAccount }),
    }),
    /**
     * Reads the account again after a refused save. This is a separate query, because the page hides its form while the
     * query `account` is loading.
     */
    storedAccount: build.query<OpenedAccount, string>({
      query: (id) => ({ path: `controlPanel/account/${id}`, method: 'GET', answer: openedAccount }),
      keepUnusedDataFor: 0,
    }),
    /** POST controlPanel/accountView: this session sees the portal as a user of the account would. */
    seeAsAccount: build.mutation<unknown, string>({
      query: (accountId) => ({ path: 'controlPanel/accountView', body: { accountId }, answer: done }),
    }),
    /** GET controlPanel/accountOverview/{id}. */
    accountOverview: build.query<AccountOverview, string>({
      query: (id) => ({ path: `controlPanel/accountOverview/${id}`, method: 'GET', answer: accountOverview }),
    }),
    /** GET controlPanel/accountSignIns/{id}. */
    accountSignIns: build.query<AccountSignIns, string>({
      query: (id) => ({ path: `controlPanel/accountSignIns/${id}`, method: 'GET', answer: accountSignIns }),
    }),
    /** GET controlPanel/accountMail/{id}. */
    accountMail: build.query<AccountMail, string>({
      query: (id) => ({ path: `controlPanel/accountMail/${id}`, method: 'GET', answer: accountMail }),
    }),
    /** POST controlPanel/account (C2-66); resolves to the server's message. */
    saveAccount: build.mutation<string, SavedAccount>({
      query: (body) => ({ path: 'controlPanel/account', body, answer: done }),
      transformResponse: messageOf,
    }),
    /** The id of the account to which the user with this username belongs; null when there is none. */
    accountOfUser: build.query<string | null, string>({
      query: (username) => ({
        path: 'userManager/users',
        body: { filterText: username },
        answer: userPage,
      }),
      transformResponse: ({ users }: UserPage, _notes, username) =>
        users.find((user) => user.username.toLowerCase() === username.toLowerCase())?.accountId ?? null,
      keepUnusedDataFor: 0,
    }),
    /** POST controlPanel/accountChangeStatusList (C2-61). */
    changeAccountStatus: build.mutation<string, OfList & { status: WantedStatus }>({
      query: (body) => ({ path: 'controlPanel/accountChangeStatusList', body, answer: accountPage }),
      transformResponse: messageOf,
    }),
    /** POST controlPanel/accountDelete (C2-60). */
    deleteAccount: build.mutation<string, OfList & { seen?: SeenAccount | undefined }>({
      query: (body) => ({ path: 'controlPanel/accountDelete', body, answer: accountPage }),
      transformResponse: messageOf,
    }),
    /** GET controlPanel/accountPageAccess/{id} (C2-70). */
    pageAccess: build.query<AccountPageAccess, string>({
      query: (id) => ({
        path: `controlPanel/accountPageAccess/${id}`,
        method: 'GET',
        answer: accountPageAccess,
      }),
    }),
    /** POST controlPanel/accountPageAccess (C2-70). */
    savePageAccess: build.mutation<string, { id: string; flags: PageAccessFlags }>({
      query: (body) => ({ path: 'controlPanel/accountPageAccess', body, answer: done }),
      transformResponse: messageOf,
    }),
    /** GET controlPanel/accountFlatFeeUsage/{id} (C2-67). */
    flatFeeUsage: build.query<FlatFeeUsage, string>({
      query: (id) => ({
        path: `controlPanel/accountFlatFeeUsage/${id}`,
        method: 'GET',
        answer: flatFeeUsage,
      }),
    }),
    /** POST controlPanel/accountFlatFeeUsage/{id} (C2-68). */
    reloadAccount: build.mutation<string, { id: string; imagesRemaining: number; key: string }>({
      query: ({ id, ...body }) => ({
        path: `controlPanel/accountFlatFeeUsage/${id}`,
        body: { ...body, id },
        answer: flatFeeUsage,
      }),
      transformResponse: messageOf,
    }),
  }),
});

export const {
  useAccountsQuery,
  useLazyAccountOfUserQuery,
  useAccountQuery,
  useLazyStoredAccountQuery,
  useAccountOverviewQuery,
  useLazyAccountOverviewQuery,
  useAccountSignInsQuery,
  useAccountMailQuery,
  useSaveAccountMutation,
  useChangeAccountStatusMutation,
  useDeleteAccountMutation,
  usePageAccessQuery,
  useSavePageAccessMutation,
  useFlatFeeUsageQuery,
  useReloadAccountMutation,
  useSeeAsAccountMutation,
} = accountsApi;
