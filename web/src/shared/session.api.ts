import * as z from 'zod/mini';
import { currentUser, type LoginRequest } from '@portal/proto/http/session';
import { api, sessionEnded } from './http/api.js';
import { changeLanguage, currentLanguage } from './i18n/i18n.js';
import { balanceRead, signedIn } from './state/session.slice.js';

const nothing = z.unknown();
/** The signed-in user, if the server returns one. A new tab learns from this answer who is signed in. */
const loginStatus = z.catch(z.nullable(currentUser), null);
const balance = z.object({ usageBalance: z.string() });

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET currentUser/loginStatus (A1-33): success means signed in. */
    loginStatus: build.query<z.infer<typeof loginStatus>, void>({
      query: () => ({
        path: 'currentUser/loginStatus',
        method: 'GET',
        answer: loginStatus,
        probesSession: true,
      }),
      async onQueryStarted(_none, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (!answer) dispatch(sessionEnded());
        else if (answer.data) {
          const { language } = answer.data;
          dispatch(signedIn(answer.data));
          if (language !== currentLanguage()) await changeLanguage(language);
        }
      },
    }),
    /** POST auth/login (A2-18). */
    login: build.mutation<z.infer<typeof currentUser>, LoginRequest>({
      query: (body) => ({ path: 'auth/login', body, answer: currentUser, probesSession: true }),
    }),
    /** POST auth/guest: the county's guest has no password. */
    loginAsGuest: build.mutation<z.infer<typeof currentUser>, void>({
      query: () => ({
        path: 'auth/guest',
        body: { language: currentLanguage() },
        answer: currentUser,
        probesSession: true,
      }),
    }),
    /** GET auth/logout (A5-04). */
    logout: build.mutation<unknown, void>({
      query: () => ({ path: 'auth/logout', method: 'GET', answer: nothing }),
    }),
    /** POST currentUser/usageBalance with the user id (A5-09). */
    usageBalance: build.mutation<z.infer<typeof balance>, string>({
      query: (userId) => ({ path: 'currentUser/usageBalance', body: { userId }, answer: balance }),
      async onQueryStarted(_userId, { dispatch, queryFulfilled }) {
        const read = (await queryFulfilled.catch(() => undefined))?.data;
        if (read) dispatch(balanceRead(read.usageBalance));
      },
    }),
  }),
});

export const {
  useLazyLoginStatusQuery,
  useLoginAsGuestMutation,
  useLoginMutation,
  useLogoutMutation,
  useUsageBalanceMutation,
} = sessionApi;
