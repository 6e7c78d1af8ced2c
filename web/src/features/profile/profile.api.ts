import * as z from 'zod/mini';
import {
  offeredSecondFactor,
  recoveryCodes,
  secondFactorState,
  type OfferedSecondFactor,
  type SecondFactorState,
} from '@portal/proto/http/second-factor';
import { storedProfile, type Profile, type StoredProfile } from '@portal/proto/http/profile';
import { api, messageOf } from '../../shared/http/api.js';

const nothing = z.unknown();
type Proof = { currentPassword: string | null };

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** GET currentUser/profile (A6-03); requested again each time the window opens. */
    profile: build.query<StoredProfile, void>({
      query: () => ({ path: 'currentUser/profile', method: 'GET', answer: storedProfile }),
      keepUnusedDataFor: 0,
    }),
    /** POST currentUser/profile; resolves to the server's message (A6-04). */
    saveProfile: build.mutation<string, Profile & Proof>({
      query: (body) => ({ path: 'currentUser/profile', body, answer: nothing }),
      transformResponse: messageOf,
    }),
    /** POST currentUser/password; the confirmation is not sent (A6-25). */
    changePassword: build.mutation<unknown, { password: string } & Proof>({
      query: (body) => ({ path: 'currentUser/password', body, answer: nothing }),
    }),
    /** POST currentUser/prove: the password, or a code of the authenticator; for staff. */
    prove: build.mutation<unknown, string>({
      query: (proof) => ({ path: 'currentUser/prove', body: { proof }, answer: nothing }),
    }),
    /** POST auth/logoutEverywhere: ends all sessions of the user, including this one. */
    logoutEverywhere: build.mutation<unknown, void>({
      query: () => ({ path: 'auth/logoutEverywhere', answer: nothing }),
    }),
    /** GET currentUser/secondFactor; for staff. */
    secondFactor: build.query<SecondFactorState, void>({
      query: () => ({ path: 'currentUser/secondFactor', method: 'GET', answer: secondFactorState }),
      keepUnusedDataFor: 0,
    }),
    offerSecondFactor: build.mutation<OfferedSecondFactor, string>({
      query: (currentPassword) => ({
        path: 'currentUser/offerSecondFactor',
        body: { currentPassword },
        answer: offeredSecondFactor,
      }),
    }),
    confirmSecondFactor: build.mutation<z.infer<typeof recoveryCodes>, string>({
      query: (code) => ({ path: 'currentUser/confirmSecondFactor', body: { code }, answer: recoveryCodes }),
    }),
    removeSecondFactor: build.mutation<unknown, string>({
      query: (currentPassword) => ({
        path: 'currentUser/removeSecondFactor',
        body: { currentPassword },
        answer: nothing,
      }),
    }),
  }),
});

export const {
  useProfileQuery,
  useSaveProfileMutation,
  useChangePasswordMutation,
  useSecondFactorQuery,
  useOfferSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useLogoutEverywhereMutation,
  useProveMutation,
  useRemoveSecondFactorMutation,
} = profileApi;
