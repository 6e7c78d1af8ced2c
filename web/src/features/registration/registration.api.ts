import * as z from 'zod/mini';
import { registered, type SignUpRequest } from '@portal/proto/http/registration';
import { api, messageOf } from '../../shared/http/api.js';

const nothing = z.unknown();

const registrationApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST auth/signUp; resolves to the server's message (A3-08). */
    signUp: build.mutation<string, SignUpRequest>({
      query: (body) => ({ path: 'auth/signUp', body, answer: nothing, probesSession: true }),
      transformResponse: messageOf,
    }),
    /** POST auth/completeRegistration (A3-35). */
    completeRegistration: build.mutation<z.infer<typeof registered>, { ticket: string; password?: string }>({
      query: (body) => ({
        path: 'auth/completeRegistration',
        body,
        answer: registered,
        probesSession: true,
      }),
    }),
  }),
});

export const { useSignUpMutation, useCompleteRegistrationMutation } = registrationApi;
