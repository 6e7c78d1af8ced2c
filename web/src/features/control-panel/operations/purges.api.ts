import {
  auditPurgeStanding,
  begunPurge,
  purgedRecordsPage,
  purgedUsersPage,
  userPurgeStanding,
  type AuditPurgeStanding,
  type PurgedRecord,
  type PurgedUser,
  type UserPurgeStanding,
} from '@portal/proto/http/purges';
import { api, messageOf } from '../../../shared/http/api.js';

interface Asked {
  readonly purge: string;
  readonly offset: number;
  /** Part of the cache key, so that the list is requested again when the purge enters its next state. */
  readonly state: string;
}
const pageOf = (path: string, { offset }: Asked) => ({
  path: `${path}?offset=${offset}`,
  method: 'GET' as const,
});

const purgesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET controlPanel/countyConfig/userPurgeNow (C6-16). */
    userPurge: build.query<UserPurgeStanding, void>({
      query: () => ({
        path: 'controlPanel/countyConfig/userPurgeNow',
        method: 'GET',
        answer: userPurgeStanding,
      }),
    }),
    /** POST controlPanel/countyConfig/userPurgeNow (C6-16); resolves to the server's message. */
    purgeUsers: build.mutation<string, { purgeDate: string; checked: string | null }>({
      query: (body) => ({ path: 'controlPanel/countyConfig/userPurgeNow', body, answer: begunPurge }),
      transformResponse: messageOf,
    }),
    checkUsers: build.mutation<{ purge: string }, { purgeDate: string }>({
      query: (body) => ({ path: 'controlPanel/userPurges/check', body, answer: begunPurge }),
    }),
    /** GET controlPanel/userPurges/{id}/users. */
    purgedUsers: build.query<{ users: PurgedUser[]; total: number }, Asked>({
      query: (asked) => ({
        ...pageOf(`controlPanel/userPurges/${asked.purge}/users`, asked),
        answer: purgedUsersPage,
      }),
    }),
    auditPurge: build.query<AuditPurgeStanding, void>({
      query: () => ({ path: 'controlPanel/auditPurge', method: 'GET', answer: auditPurgeStanding }),
    }),
    checkRecords: build.mutation<{ purge: string }, void>({
      query: () => ({ path: 'controlPanel/auditPurge/check', body: {}, answer: begunPurge }),
    }),
    /** GET controlPanel/auditPurge/{id}/records. */
    purgedRecords: build.query<{ records: PurgedRecord[]; total: number }, Asked>({
      query: (asked) => ({
        ...pageOf(`controlPanel/auditPurge/${asked.purge}/records`, asked),
        answer: purgedRecordsPage,
      }),
    }),
  }),
});

export const {
  useUserPurgeQuery,
  usePurgeUsersMutation,
  useCheckUsersMutation,
  usePurgedUsersQuery,
  useAuditPurgeQuery,
  useCheckRecordsMutation,
  usePurgedRecordsQuery,
} = purgesApi;
