import * as z from 'zod/mini';
import type { Language } from '@portal/proto/roles';
import { api, messageOf } from '../../shared/http/api.js';

const nothing = z.unknown();

interface Asked {
  email: string;
  language: Language;
}

const recoveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST auth/forgotUsername; resolves to the server's message (A4-05). */
    forgotUsername: build.mutation<string, Asked>({
      query: (body) => ({ path: 'auth/forgotUsername', body, answer: nothing, probesSession: true }),
      transformResponse: messageOf,
    }),
    /** POST auth/forgotPassword; resolves to the server's message (A4-12). */
    forgotPassword: build.mutation<string, Asked & { username: string }>({
      query: (body) => ({ path: 'auth/forgotPassword', body, answer: nothing, probesSession: true }),
      transformResponse: messageOf,
    }),
    /** POST auth/resetPassword; the confirmation is not sent (A4-21). */
    resetPassword: build.mutation<unknown, { password: string; ticket: string }>({
      query: (body) => ({ path: 'auth/resetPassword', body, answer: nothing, probesSession: true }),
    }),
    /** POST auth/confirmEmail, with the ticket from the mailed link. */
    confirmEmail: build.mutation<unknown, string>({
      query: (ticket) => ({
        path: 'auth/confirmEmail',
        body: { ticket },
        answer: nothing,
        probesSession: true,
      }),
    }),
  }),
});

export const {
  useConfirmEmailMutation,
  useForgotUsernameMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
} = recoveryApi;
