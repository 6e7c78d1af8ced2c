import { createAction } from '@reduxjs/toolkit';
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type * as z from 'zod/mini';
import { call, type CallError, type CallNotes, type CallTerms } from './call.js';

export interface ApiCall extends Omit<CallTerms, 'signal'> {
  /** The schema with which the content of the answer is parsed. */
  answer: z.ZodMiniType;
  /**
   * True for calls that ask whether a session exists: for these, 403 means that there is none, and not that a session
   * has ended.
   */
  probesSession?: boolean;
}

/** The server no longer knows the session, so the router leads to the login page (A12-18). */
export const sessionEnded = createAction('session/ended');

/** The server refused a request that does not fit the account view of the session. */
export const viewRefused = createAction('session/view');

/** Every envelope says whether a lockout of the system is in place (A5-14). */
export const lockoutTold = createAction<boolean>('server/lockout');

const isAuthorized = async ({ again }: { again: boolean }): Promise<boolean> =>
  (await import('../payment-need.js')).askForPayment(again ? 'AGAIN' : 'FIRST');

/** The status of an answer that refuses a change until the user has proved who they are (S38). */
const proofWanted = 428;
const isProved = async (): Promise<boolean> => (await import('../staff-proof.js')).askForProof();

const callServer: BaseQueryFn<ApiCall, unknown, CallError, object, CallNotes> = async (
  terms,
  context,
  options,
) => {
  const { answer, probesSession, ...request } = terms;
  const { signal, dispatch } = context;
  const result = await call({ ...request, signal }, answer);
  const { message = '', lockout } = result;
  if (lockout !== undefined) dispatch(lockoutTold(lockout));
  if ('content' in result) return { data: result.content, meta: { message } };
  // once a card is authorized, the request is repeated (B9-12)
  if (result.error.kind === 'unpaid' && (await isAuthorized(result.error))) {
    return callServer(terms, context, options);
  }
  if (result.error.kind === 'refused' && result.error.status === proofWanted && (await isProved())) {
    return callServer(terms, context, options);
  }
  if (result.error.kind === 'refused' && result.error.status === 403 && !probesSession)
    dispatch(result.error.login ? sessionEnded() : viewRefused());
  return { error: result.error };
};

/** The portal's only RTK Query API; each feature adds its endpoints. */
export const api = createApi({ reducerPath: 'api', baseQuery: callServer, endpoints: () => ({}) });

/** The server's message, for answers whose content is not used. */
export const messageOf = (_content: unknown, notes: CallNotes | undefined): string => notes?.message ?? '';

const isCallError = (error: unknown): error is CallError =>
  typeof error === 'object' && error !== null && 'kind' in error;

/** The error of a call that was running when the end of the session emptied the cache. */
const sessionOver: CallError = { kind: 'refused', message: '', status: 403, statusText: '', login: true };

/**
 * True for the error of a call that was running when the cache was emptied. A mutation then has an AbortError, and a
 * lazy query has neither data nor error.
 */
const isCutOff = (error: unknown): boolean =>
  error === undefined || Reflect.get(Object(error), 'name') === 'AbortError';

/**
 * Converts the `error` of a hook, or of an awaited call that returned no data. An error that RTK Query itself reports
 * counts as unexpected, unless the end of the session aborted the call.
 */
export const callErrorOf = (error: unknown): CallError => {
  if (isCallError(error)) return error;
  return isCutOff(error) ? sessionOver : { kind: 'unexpected' };
};
