import { reloaded } from '@portal/proto/http/monitoring';
import { endedSessions, signedInPeople, type SignedInPeople } from '@portal/proto/http/operations';
import { api, messageOf } from '../../../shared/http/api.js';

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    signedIn: build.query<SignedInPeople, void>({
      query: () => ({ path: 'controlPanel/signedIn', method: 'GET', answer: signedInPeople }),
    }),
    /** POST controlPanel/countyConfig/endUserSessions (C6-08); resolves to the server's message. */
    endUserSessions: build.mutation<string, void>({
      query: () => ({ path: 'controlPanel/countyConfig/endUserSessions', body: {}, answer: endedSessions }),
      transformResponse: messageOf,
    }),
    /** POST controlPanel/countyConfig/reloadConfiguration (C8-21); resolves to the server's message. */
    reloadConfiguration: build.mutation<string, void>({
      query: () => ({ path: 'controlPanel/countyConfig/reloadConfiguration', body: {}, answer: reloaded }),
      transformResponse: messageOf,
    }),
  }),
});

export const { useSignedInQuery, useEndUserSessionsMutation, useReloadConfigurationMutation } = operationsApi;
