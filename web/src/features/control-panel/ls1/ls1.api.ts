import {
  begunLs1Migration,
  ls1RefusalsPage,
  ls1Standing,
  type Ls1AccountsUsersRequest,
  type Ls1AuditLogRequest,
  type Ls1Kind,
  type Ls1List,
  type Ls1Refusal,
  type Ls1Standing,
} from '@portal/proto/http/ls1';
import * as z from 'zod/mini';
import { api, messageOf } from '../../../shared/http/api.js';

const paths = {
  ACCOUNTS_USERS: 'controlPanel/countyConfig/migrateLandSharkOneAccountsUsers',
  AUDIT_LOG: 'controlPanel/countyConfig/migrateLandSharkOneAuditLog',
} as const satisfies Record<Ls1Kind, string>;

interface Asked {
  readonly migration: string;
  readonly list: Ls1List;
  readonly offset: number;
  /** The number of left-out rows or values. It is part of the cache key, so the list is requested again when the number grows. */
  readonly known: number;
}

const ls1Api = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET controlPanel/countyConfig/migrateLandSharkOne…. */
    ls1Migration: build.query<Ls1Standing, Ls1Kind>({
      query: (kind) => ({ path: paths[kind], method: 'GET', answer: ls1Standing }),
    }),
    /** POST controlPanel/countyConfig/migrateLandSharkOneAccountsUsers (C8-09); resolves to the server's message. */
    migrateLs1Accounts: build.mutation<string, Ls1AccountsUsersRequest>({
      query: (body) => ({ path: paths.ACCOUNTS_USERS, body, answer: begunLs1Migration }),
      transformResponse: messageOf,
    }),
    /** POST controlPanel/countyConfig/migrateLandSharkOneAuditLog (C8-17); resolves to the server's message. */
    migrateLs1AuditLog: build.mutation<string, Ls1AuditLogRequest>({
      query: (body) => ({ path: paths.AUDIT_LOG, body, answer: begunLs1Migration }),
      transformResponse: messageOf,
    }),
    /** POST controlPanel/landSharkOneMigration/{id}/cancel. */
    cancelLs1: build.mutation<string, string>({
      query: (id) => ({
        path: `controlPanel/landSharkOneMigration/${id}/cancel`,
        body: {},
        answer: z.object({}),
      }),
      transformResponse: messageOf,
    }),
    /** GET controlPanel/landSharkOneMigration/{id}/refused. */
    ls1Refusals: build.query<{ refusals: Ls1Refusal[]; total: number }, Asked>({
      query: ({ migration, list, offset }) => ({
        path: `controlPanel/landSharkOneMigration/${migration}/refused?list=${list}&offset=${offset}`,
        method: 'GET',
        answer: ls1RefusalsPage,
      }),
    }),
  }),
});

export const {
  useLs1MigrationQuery,
  useMigrateLs1AccountsMutation,
  useMigrateLs1AuditLogMutation,
  useCancelLs1Mutation,
  useLs1RefusalsQuery,
} = ls1Api;
